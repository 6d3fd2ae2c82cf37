//! IP addresses, judged by std, by ipnet (networks) and by url (the looser forms of version 4).

use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use chiasma_formats::ip;

use crate::entry::Entry;

pub fn entries() -> Vec<Entry> {
    vec![
        Entry::new("ip", "std", ip::addresses, parsed::<IpAddr>, &format!("{V4}{V6}")),
        Entry::new("ip-v4", "std", ip::v4, parsed::<Ipv4Addr>, V4),
        Entry::new("ip-v6", "std", ip::v6, parsed::<Ipv6Addr>, V6),
        Entry::new("ip-loose-v4", "url 2", ip::loose_v4, loose, LOOSE),
        Entry::new("ip-zoned", "std, without the zone", ip::zoned, zoned, ZONED),
        Entry::new("ip-networks", "ipnet 2", ip::networks, parsed::<ipnet::IpNet>, NETWORKS),
        Entry::new("ip-sockets", "std", ip::sockets, parsed::<SocketAddr>, SOCKETS),
    ]
}

fn parsed<T: std::str::FromStr<Err: Display>>(text: &str) -> Result<(), String> {
    text.parse::<T>().map(drop).map_err(|error| error.to_string())
}

fn loose(text: &str) -> Result<(), String> {
    match url::Host::parse(text) {
        Ok(url::Host::Ipv4(_)) => Ok(()),
        Ok(_) => Err("another kind of host".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn zoned(text: &str) -> Result<(), String> {
    let (address, zone) = text.split_once('%').ok_or("no zone")?;
    if zone.is_empty() || zone.contains(['%', '/', ' ']) {
        return Err("no zone that an interface has".to_owned());
    }
    parsed::<Ipv6Addr>(address)
}

/// The special-purpose registry.
const V4: &str = r"
    v4-this-network             ^0\.
    v4-unspecified              ^0\.0\.0\.0$
    v4-private-10               ^10\.
    v4-private-172              ^172\.(?:1[6-9]|2\d|3[01])\.
    v4-private-192              ^192\.168\.
    v4-shared                   ^100\.(?:6[4-9]|[7-9]\d)\.
    v4-loopback                 ^127\.
    v4-link-local               ^169\.254\.
    v4-protocol                 ^192\.0\.0\.
    v4-documentation-1          ^192\.0\.2\.
    v4-documentation-2          ^198\.51\.100\.
    v4-documentation-3          ^203\.0\.113\.
    v4-benchmarking             ^198\.1[89]\.
    v4-6to4-relay               ^192\.88\.99\.
    v4-multicast                ^22[4-9]\.|^23\d\.
    v4-reserved                 ^24\d\.|^25[0-4]\.
    v4-broadcast                ^255\.255\.255\.255$
    v4-global                   ^8\.8\.8\.8$
    v4-one-digit                ^\d\.\d\.\d\.\d$
    v4-three-digits             ^\d{3}\.\d{3}\.\d{3}\.\d{3}$
";

const V6: &str = r"
    v6-unspecified              ^::$
    v6-loopback                 ^::1$
    v6-full                     ^(?:[^:]+:){7}[^:]+$
    v6-padded                   ^(?:[0-9a-fA-F]{4}:){7}[0-9a-fA-F]{4}$
    v6-upper-case               [A-F]
    v6-lower-case               [a-f]
    v6-leading-zeros            (?:^|:)0[0-9a-fA-F]
    v6-gap-first                ^::[^.]
    v6-gap-last                 [^:]::$
    v6-gap-within               [^:]::[^:]
    v6-gap-of-one               ^(?:[^:]+:){1,6}:(?:[^:]+:)*[^:]+$
    v6-zeros-beside-gap         :0:.*::|::.*:0:
    v6-gap-and-one-group        ^[^:]+::$
    v6-with-v4                  :\d+\.\d+\.\d+\.\d+$
    v6-full-with-v4             ^(?:[^:]+:){6}\d+\.
    v6-gap-and-v4               ::\d+\.\d+\.\d+\.\d+$
    v6-mapped                   ^::(?:ffff|FFFF):\d+\.
    v6-mapped-in-groups         ^::(?:ffff|FFFF):[0-9a-fA-F]+:[0-9a-fA-F]+$
    v6-compatible               ^::\d+\.
    v6-translated               ^(?i:64:ff9b::)
    v6-6to4                     ^2002:
    v6-teredo                   ^2001:0*:|^2001::
    v6-documentation            ^(?i:2001:0?db8:)
    v6-documentation-new        ^(?i:3fff:)
    v6-link-local               ^(?i:fe[89ab][0-9a-f]:)
    v6-site-local               ^(?i:fec0:)
    v6-unique-local             ^(?i:f[cd][0-9a-f]{2}:)
    v6-multicast                ^(?i:ff[0-9a-f]{2}:)
    v6-discard                  ^0?100:
    v6-benchmarking             ^2001:0*2:
    v6-orchid                   ^2001:0*[12]0:
    v6-segment-routing          ^(?i:5f00:)
    v6-all-ones                 ^(?i:(?:ffff:){7}ffff)$
    v6-hardware                 (?i:[0-9a-f]*ff:fe[0-9a-f]{2}:)
";

const LOOSE: &str = r"
    one-part                    ^[^.]+$
    two-parts                   ^[^.]+\.[^.]+$
    three-parts                 ^(?:[^.]+\.){2}[^.]+$
    four-parts                  ^(?:[^.]+\.){3}[^.]+$
    trailing-dot                \.$
    decimal                     ^[1-9]\d*\.
    octal                       (?:^|\.)0[0-7]
    hexadecimal-lower           0x[0-9a-f]
    hexadecimal-upper           0X[0-9A-F]
    padded                      0x0{2}
    mixed                       0x.*\.0[0-7]
    greatest                    ^4294967295$
";

const ZONED: &str = r"
    link-local                  ^(?i:fe80:)
    multicast                   ^(?i:ff0)
    zone-name                   %[a-z]
    zone-number                 %\d+$
    zone-with-dot               %.*\.
    zone-with-hyphen            %.*-
    with-v4                     \..*%
";

const NETWORKS: &str = r"
    v4                          \.\d+/
    v6                          :.*/
    v4-default                  ^0\.0\.0\.0/0$
    v6-default                  ^::/0$
    v4-single                   \.\d+/32$
    v6-single                   :.*/128$
    v4-8                        \.0/8$
    v4-31                       /31$
    v6-127                      /127$
    v6-32                       ::/32$
    host-bits                   \.[1-9]\d*/8$
    with-v4                     :.*\..*/
";

const SOCKETS: &str = r"
    v4                          ^[0-9.]+:\d+$
    v6                          ^\[[^%]*\]:\d+$
    v6-scope                    ^\[.*%\d+\]:
    port-zero                   :0$
    port-greatest               :65535$
    port-80                     :80$
";
