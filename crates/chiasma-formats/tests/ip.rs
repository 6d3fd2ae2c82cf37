//! The generators of IP addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, ip};

fn drawn(format: Format) -> impl Iterator<Item = String> {
    (0..2_000).map(move |seed| Source::random(Seed(seed)).draw(format.clone()))
}

fn simplest(format: Format) -> String {
    Source::replay(&[0; 100], Seed(1)).draw(format)
}

#[test]
fn std_reads_every_address_without_errors() {
    for text in drawn(ip::addresses()) {
        assert!(text.parse::<IpAddr>().is_ok(), "{text}");
    }
    for text in drawn(ip::v4()) {
        assert!(text.parse::<Ipv4Addr>().is_ok(), "{text}");
    }
    for text in drawn(ip::v6()) {
        assert!(text.parse::<Ipv6Addr>().is_ok(), "{text}");
    }
    for text in drawn(ip::sockets()) {
        assert!(text.parse::<SocketAddr>().is_ok(), "{text}");
    }
}

#[test]
fn with_errors_some_addresses_are_wrong_and_some_are_not() {
    let wrong = drawn(ip::v6().errors(0.2)).filter(|text| text.parse::<Ipv6Addr>().is_err());
    assert!((400..1_600).contains(&wrong.count()));
}

#[test]
fn one_address_is_written_in_several_forms() {
    let loopback: Vec<String> = drawn(ip::v6())
        .filter(|text| text.parse() == Ok(Ipv6Addr::LOCALHOST))
        .filter(|text| text != "::1")
        .collect();
    assert!(loopback.len() > 5, "{loopback:?}");
    assert!(loopback.iter().any(|text| text.contains('.')), "{loopback:?}");
    assert!(loopback.iter().any(|text| text.contains("0000")), "{loopback:?}");
}

#[test]
fn a_prefix_is_not_longer_than_its_address() {
    for text in drawn(ip::networks()) {
        let (address, prefix) = text.split_once('/').unwrap();
        let bits = if address.parse::<IpAddr>().unwrap().is_ipv4() { 32 } else { 128 };
        assert!(prefix.parse::<u32>().unwrap() <= bits, "{text}");
    }
}

#[test]
fn every_zoned_address_has_a_zone_and_the_dictionary_names_some() {
    let words = Dictionary::parse("[names]\ntun-7\n").unwrap();
    let texts: Vec<String> = drawn(ip::zoned().dictionary(words)).collect();
    assert!(
        texts.iter().all(|text| text.split_once('%').is_some_and(|(_, zone)| !zone.is_empty()))
    );
    assert!(texts.iter().any(|text| text.ends_with("%tun-7")));
}

#[test]
fn the_simplest_are_loopbacks() {
    assert_eq!(simplest(ip::addresses()), "127.0.0.1");
    assert_eq!(simplest(ip::v6()), "::1");
    assert_eq!(simplest(ip::networks()), "127.0.0.1/8");
    assert_eq!(simplest(ip::sockets()), "127.0.0.1:80");
}
