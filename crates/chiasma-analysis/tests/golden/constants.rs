//! Constants, and what is left out: messages, format templates, derived code.

const MAGIC: &str = "magic";
static WORDS: [&str; 2] = ["one", "two"];

#[derive(Debug, Clone, PartialEq)]
pub struct Secret {
    pub field_of_secret: u8,
}

pub fn check(text: &str, secret: Option<Secret>) -> u32 {
    if text == MAGIC || WORDS.contains(&text) {
        return 2008;
    }
    assert!(text.len() < 1000, "message of an assertion");
    let secret = secret.expect("message of expect");
    if secret.field_of_secret == 200 {
        panic!("message of a panic with {text}");
    }
    println!("printed {text}");
    text.len() as u32 * 31
}
