//! Sorting: stable merge sort, with insertion sort for what is short.

/// Up to this length insertion sort is used.
const SHORT: usize = 8;

/// Sorts `items`; equal ones keep their order.
pub fn sort<T: Ord + Clone>(items: &mut [T]) {
    sort_by(items, |a, b| a < b);
}

/// Sorts `items` so that none is before one that it `is_less` than comes behind it.
pub fn sort_by<T: Clone>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool + Copy) {
    if items.len() <= SHORT {
        return insert(items, is_less);
    }
    let middle = items.len() / 2;
    sort_by(&mut items[..middle], is_less);
    sort_by(&mut items[middle..], is_less);
    let left = items[..middle].to_vec();
    merge(&left, items, is_less);
}

/// Insertion sort.
fn insert<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

/// Merges `left` with the sorted end of `items`, whose beginning has as much room as `left` needs.
fn merge<T: Clone>(left: &[T], items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    let (mut from_left, mut from_right) = (0, left.len());
    for to in 0..items.len() {
        if from_left == left.len() {
            // The rest of the right half is where it belongs.
            break;
        }
        let takes_right = from_right < items.len() && is_less(&items[from_right], &left[from_left]);
        if takes_right {
            items.swap(to, from_right);
            from_right += 1;
        } else {
            items[to] = left[from_left].clone();
            from_left += 1;
        }
    }
}
