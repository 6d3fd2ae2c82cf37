//! Closures: what they are passed, what they capture, what they return.

pub struct Order {
    pub total: u32,
}
pub struct Limit {
    pub amount: u32,
}

pub fn has_large(orders: &[Order], limit: &Limit) -> bool {
    let is_large = |order: &&Order| order.total > limit.amount;
    let found = orders.iter().find(is_large);
    if found.is_some() {
        return true;
    }
    false
}

pub fn count(orders: Option<&Order>) -> u32 {
    let total = orders.map(|order| order.total).unwrap_or(7);
    if total == 1234 { 1 } else { 2 }
}
