//! A function that calls itself, and two that call each other.

pub enum Tree {
    Leaf(u8),
    Node(Box<Tree>, Box<Tree>),
}

pub fn depth(tree: &Tree) -> usize {
    match tree {
        Tree::Leaf(byte) if *byte == b'x' => 7,
        Tree::Leaf(_) => 1,
        Tree::Node(left, right) => 1 + depth(left).max(depth(right)),
    }
}

pub fn is_deep(tree: &Tree) -> bool {
    if depth(tree) > 12 {
        return true;
    }
    false
}

pub struct Chain {
    pub next: Option<Box<Chain>>,
}

pub fn even(chain: &Chain) -> bool {
    match &chain.next {
        None => true,
        Some(next) => odd(next),
    }
}

fn odd(chain: &Chain) -> bool {
    match &chain.next {
        None => false,
        Some(next) => even(next),
    }
}
