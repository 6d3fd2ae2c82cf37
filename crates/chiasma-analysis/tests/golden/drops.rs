//! Branches that the compiler adds to drop what was not moved: no branch of the program.

pub struct Guard(pub String);

pub fn maybe(guard: Guard, keep: bool) -> Option<Guard> {
    let kept = if keep { Some(guard) } else { None };
    kept
}

pub fn else_branch(text: Option<Guard>) -> usize {
    let Some(guard) = text else { return 17 };
    guard.0.len()
}
