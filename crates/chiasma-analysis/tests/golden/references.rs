//! What is written through a reference flows into what it refers to.

pub struct Temperature {
    pub degrees: i32,
}
pub struct Summary {
    pub highest: i32,
}

fn raise(summary: &mut Summary, temperature: &Temperature) {
    let highest = &mut summary.highest;
    *highest = temperature.degrees;
}

pub fn is_heat(temperatures: Vec<Temperature>) -> bool {
    let mut summary = Summary { highest: 0 };
    for temperature in &temperatures {
        raise(&mut summary, temperature);
    }
    if summary.highest > 38 {
        return true;
    }
    false
}
