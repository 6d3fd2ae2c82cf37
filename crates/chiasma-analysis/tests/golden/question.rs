//! The operator `?`.

pub struct Port(pub u16);
pub struct Config {
    pub text: String,
}
pub struct Invalid;

fn port(config: &Config) -> Result<Port, Invalid> {
    let number: u16 = config.text.parse().map_err(|_| Invalid)?;
    Ok(Port(number))
}

pub fn is_privileged(config: &Config) -> Result<bool, Invalid> {
    let port = port(config)?;
    if port.0 < 1024 {
        return Ok(true);
    }
    Ok(false)
}
