use std::collections::VecDeque;

use chiasma::generators::int;
use chiasma::{Generate, property};
use ring_example::Ring;

/// What can be done with a queue.
#[derive(Debug, Generate)]
enum Operation {
    Push(u8),
    Pop,
    Get(u8),
}

#[property]
fn a_ring_behaves_like_a_queue(#[from(int(0..=8))] capacity: usize, operations: Vec<Operation>) {
    let mut ring = Ring::with_capacity(capacity);
    let mut queue = VecDeque::new();
    for operation in operations {
        match operation {
            Operation::Push(value) => {
                ring.push(value);
                queue.push_back(value);
            }
            Operation::Pop => assert_eq!(ring.pop(), queue.pop_front()),
            Operation::Get(index) => {
                assert_eq!(ring.get(index.into()), queue.get(usize::from(index)));
            }
        }
        assert_eq!(ring.len(), queue.len());
    }
}
