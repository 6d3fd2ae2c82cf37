//! Pattern matches: variants, a guard, numbers, characters, strings, slices.

pub enum Shape {
    Circle(u32),
    Rectangle { width: u32, height: u32 },
}

pub fn area(shape: &Shape) -> u32 {
    match shape {
        Shape::Circle(radius) if *radius == 77 => 0,
        Shape::Circle(radius) => 3 * radius * radius,
        Shape::Rectangle { width, height } => width * height,
    }
}

pub fn number(n: i16) -> &'static str {
    match n {
        -300 => "low",
        404 => "missing",
        _ => "other",
    }
}

pub fn letter(c: char) -> bool {
    match c {
        'x' => true,
        'β' => false,
        _ => c == '\u{200b}',
    }
}

pub fn keyword(word: &str) -> u8 {
    match word {
        "let" => 2,
        "match" => 3,
        _ => 0,
    }
}

pub fn jpeg(bytes: &[u8]) -> bool {
    if let [0xff, 0xd8, ..] = bytes {
        return true;
    }
    bytes.starts_with(b"\x89PNG\r\n")
}
