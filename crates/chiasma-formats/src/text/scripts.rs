//! A run of letters of every script that Unicode has.

/// The scripts that most people read: Latin, Greek, Cyrillic, Han, kana, Hangul, Arabic, Hebrew, Thai and
/// those of India.
pub(super) const EVERYDAY: &[(char, char)] = &[
    ('\u{c0}', '\u{17f}'),
    ('\u{391}', '\u{3a1}'),
    ('\u{3b1}', '\u{3ce}'),
    ('\u{410}', '\u{45f}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{3041}', '\u{3096}'),
    ('\u{30a1}', '\u{30fa}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{620}', '\u{64a}'),
    ('\u{5d0}', '\u{5ea}'),
    ('\u{e01}', '\u{e3a}'),
    ('\u{905}', '\u{94d}'),
];

/// Every script.
pub(super) const ALL: &[(char, char)] = &[
    ('\u{c0}', '\u{24f}'),      // Latin
    ('\u{391}', '\u{3ce}'),     // Greek
    ('\u{400}', '\u{481}'),     // Cyrillic
    ('\u{560}', '\u{588}'),     // Armenian
    ('\u{5d0}', '\u{5ea}'),     // Hebrew
    ('\u{620}', '\u{64a}'),     // Arabic
    ('\u{712}', '\u{72f}'),     // Syriac
    ('\u{780}', '\u{7a5}'),     // Thaana
    ('\u{7ca}', '\u{7ea}'),     // Nko
    ('\u{800}', '\u{815}'),     // Samaritan
    ('\u{840}', '\u{858}'),     // Mandaic
    ('\u{904}', '\u{939}'),     // Devanagari
    ('\u{993}', '\u{9a8}'),     // Bengali
    ('\u{a13}', '\u{a28}'),     // Gurmukhi
    ('\u{a93}', '\u{aa8}'),     // Gujarati
    ('\u{b13}', '\u{b28}'),     // Oriya
    ('\u{bae}', '\u{bb9}'),     // Tamil
    ('\u{c12}', '\u{c28}'),     // Telugu
    ('\u{c92}', '\u{ca8}'),     // Kannada
    ('\u{d12}', '\u{d3a}'),     // Malayalam
    ('\u{d9a}', '\u{db1}'),     // Sinhala
    ('\u{e01}', '\u{e30}'),     // Thai
    ('\u{e8c}', '\u{ea3}'),     // Lao
    ('\u{f49}', '\u{f6c}'),     // Tibetan
    ('\u{1000}', '\u{102a}'),   // Myanmar
    ('\u{10d0}', '\u{10fa}'),   // Georgian
    ('\u{1200}', '\u{1248}'),   // Ethiopic
    ('\u{13a0}', '\u{13f5}'),   // Cherokee
    ('\u{1401}', '\u{166c}'),   // Canadian Aboriginal
    ('\u{1681}', '\u{169a}'),   // Ogham
    ('\u{16a0}', '\u{16ea}'),   // Runic
    ('\u{1700}', '\u{1711}'),   // Tagalog
    ('\u{1720}', '\u{1731}'),   // Hanunoo
    ('\u{1740}', '\u{1751}'),   // Buhid
    ('\u{1760}', '\u{176c}'),   // Tagbanwa
    ('\u{1780}', '\u{17b3}'),   // Khmer
    ('\u{1820}', '\u{1878}'),   // Mongolian
    ('\u{1900}', '\u{191e}'),   // Limbu
    ('\u{1950}', '\u{196d}'),   // Tai Le
    ('\u{1980}', '\u{19ab}'),   // New Tai Lue
    ('\u{1a00}', '\u{1a16}'),   // Buginese
    ('\u{1a20}', '\u{1a54}'),   // Tai Tham
    ('\u{1b05}', '\u{1b33}'),   // Balinese
    ('\u{1b83}', '\u{1ba0}'),   // Sundanese
    ('\u{1bc0}', '\u{1be5}'),   // Batak
    ('\u{1c00}', '\u{1c23}'),   // Lepcha
    ('\u{1c5a}', '\u{1c7d}'),   // Ol Chiki
    ('\u{2800}', '\u{28ff}'),   // Braille
    ('\u{2c00}', '\u{2c5f}'),   // Glagolitic
    ('\u{2c80}', '\u{2ce4}'),   // Coptic
    ('\u{2d30}', '\u{2d67}'),   // Tifinagh
    ('\u{30a1}', '\u{30fa}'),   // Katakana
    ('\u{3105}', '\u{312f}'),   // Bopomofo
    ('\u{4e00}', '\u{9fff}'),   // Han
    ('\u{a000}', '\u{a48c}'),   // Yi
    ('\u{a4d0}', '\u{a4fd}'),   // Lisu
    ('\u{a500}', '\u{a60c}'),   // Vai
    ('\u{a80c}', '\u{a822}'),   // Syloti Nagri
    ('\u{a840}', '\u{a873}'),   // Phags Pa
    ('\u{a882}', '\u{a8b3}'),   // Saurashtra
    ('\u{a90a}', '\u{a925}'),   // Kayah Li
    ('\u{a930}', '\u{a946}'),   // Rejang
    ('\u{a984}', '\u{a9b2}'),   // Javanese
    ('\u{aa00}', '\u{aa28}'),   // Cham
    ('\u{aa80}', '\u{aaaf}'),   // Tai Viet
    ('\u{abc0}', '\u{abe2}'),   // Meetei Mayek
    ('\u{ac00}', '\u{d7a3}'),   // Hangul
    ('\u{10080}', '\u{100fa}'), // Linear B
    ('\u{10280}', '\u{1029c}'), // Lycian
    ('\u{102a0}', '\u{102d0}'), // Carian
    ('\u{10300}', '\u{1031f}'), // Old Italic
    ('\u{10330}', '\u{10340}'), // Gothic
    ('\u{10350}', '\u{10375}'), // Old Permic
    ('\u{10380}', '\u{1039d}'), // Ugaritic
    ('\u{103a0}', '\u{103c3}'), // Old Persian
    ('\u{10400}', '\u{1044f}'), // Deseret
    ('\u{10450}', '\u{1047f}'), // Shavian
    ('\u{10480}', '\u{1049d}'), // Osmanya
    ('\u{104b0}', '\u{104d3}'), // Osage
    ('\u{10500}', '\u{10527}'), // Elbasan
    ('\u{10530}', '\u{10563}'), // Caucasian Albanian
    ('\u{1057c}', '\u{1058a}'), // Vithkuqi
    ('\u{105c0}', '\u{105f3}'), // Todhri
    ('\u{10600}', '\u{10736}'), // Linear A
    ('\u{1080a}', '\u{10835}'), // Cypriot
    ('\u{10840}', '\u{10855}'), // Imperial Aramaic
    ('\u{10860}', '\u{10876}'), // Palmyrene
    ('\u{10880}', '\u{1089e}'), // Nabataean
    ('\u{108e0}', '\u{108f2}'), // Hatran
    ('\u{10900}', '\u{10915}'), // Phoenician
    ('\u{10920}', '\u{10939}'), // Lydian
    ('\u{10940}', '\u{10959}'), // Sidetic
    ('\u{10980}', '\u{1099f}'), // Meroitic Hieroglyphs
    ('\u{109a0}', '\u{109b7}'), // Meroitic Cursive
    ('\u{10a19}', '\u{10a35}'), // Kharoshthi
    ('\u{10a60}', '\u{10a7c}'), // Old South Arabian
    ('\u{10a80}', '\u{10a9c}'), // Old North Arabian
    ('\u{10ac9}', '\u{10ae4}'), // Manichaean
    ('\u{10b00}', '\u{10b35}'), // Avestan
    ('\u{10b40}', '\u{10b55}'), // Inscriptional Parthian
    ('\u{10b60}', '\u{10b72}'), // Inscriptional Pahlavi
    ('\u{10b80}', '\u{10b91}'), // Psalter Pahlavi
    ('\u{10c00}', '\u{10c48}'), // Old Turkic
    ('\u{10c80}', '\u{10cb2}'), // Old Hungarian
    ('\u{10d00}', '\u{10d23}'), // Hanifi Rohingya
    ('\u{10d4a}', '\u{10d65}'), // Garay
    ('\u{10e80}', '\u{10ea9}'), // Yezidi
    ('\u{10f00}', '\u{10f1c}'), // Old Sogdian
    ('\u{10f30}', '\u{10f45}'), // Sogdian
    ('\u{10f70}', '\u{10f81}'), // Old Uyghur
    ('\u{10fb0}', '\u{10fc4}'), // Chorasmian
    ('\u{10fe0}', '\u{10ff6}'), // Elymaic
    ('\u{11003}', '\u{11037}'), // Brahmi
    ('\u{11083}', '\u{110af}'), // Kaithi
    ('\u{110d0}', '\u{110e8}'), // Sora Sompeng
    ('\u{11103}', '\u{11126}'), // Chakma
    ('\u{11150}', '\u{11172}'), // Mahajani
    ('\u{11183}', '\u{111b2}'), // Sharada
    ('\u{11213}', '\u{1122b}'), // Khojki
    ('\u{1128f}', '\u{1129d}'), // Multani
    ('\u{112b0}', '\u{112de}'), // Khudawadi
    ('\u{11313}', '\u{11328}'), // Grantha
    ('\u{11390}', '\u{113b5}'), // Tulu Tigalari
    ('\u{11400}', '\u{11434}'), // Newa
    ('\u{11480}', '\u{114af}'), // Tirhuta
    ('\u{11580}', '\u{115ae}'), // Siddham
    ('\u{11600}', '\u{1162f}'), // Modi
    ('\u{11680}', '\u{116aa}'), // Takri
    ('\u{11700}', '\u{1171a}'), // Ahom
    ('\u{11800}', '\u{1182b}'), // Dogra
    ('\u{118a0}', '\u{118df}'), // Warang Citi
    ('\u{11918}', '\u{1192f}'), // Dives Akuru
    ('\u{119aa}', '\u{119d0}'), // Nandinagari
    ('\u{11a0b}', '\u{11a32}'), // Zanabazar Square
    ('\u{11a5c}', '\u{11a89}'), // Soyombo
    ('\u{11ac0}', '\u{11af8}'), // Pau Cin Hau
    ('\u{11bc0}', '\u{11be0}'), // Sunuwar
    ('\u{11c0a}', '\u{11c2e}'), // Bhaiksuki
    ('\u{11c72}', '\u{11c8f}'), // Marchen
    ('\u{11d0b}', '\u{11d30}'), // Masaram Gondi
    ('\u{11d6a}', '\u{11d89}'), // Gunjala Gondi
    ('\u{11db0}', '\u{11ddb}'), // Tolong Siki
    ('\u{11ee0}', '\u{11ef2}'), // Makasar
    ('\u{11f12}', '\u{11f33}'), // Kawi
    ('\u{12000}', '\u{12399}'), // Cuneiform
    ('\u{125a8}', '\u{1264b}'), // Proto Cuneiform
    ('\u{12f90}', '\u{12ff0}'), // Cypro Minoan
    ('\u{13460}', '\u{143fa}'), // Egyptian Hieroglyphs
    ('\u{14400}', '\u{14646}'), // Anatolian Hieroglyphs
    ('\u{16100}', '\u{1611d}'), // Gurung Khema
    ('\u{16800}', '\u{16a38}'), // Bamum
    ('\u{16a40}', '\u{16a5e}'), // Mro
    ('\u{16a70}', '\u{16abe}'), // Tangsa
    ('\u{16ad0}', '\u{16aed}'), // Bassa Vah
    ('\u{16b00}', '\u{16b2f}'), // Pahawh Hmong
    ('\u{16d40}', '\u{16d6c}'), // Kirat Rai
    ('\u{16e40}', '\u{16e7f}'), // Medefaidrin
    ('\u{16ea0}', '\u{16eb8}'), // Beria Erfe
    ('\u{16f00}', '\u{16f4a}'), // Miao
    ('\u{17000}', '\u{18aff}'), // Tangut
    ('\u{18b00}', '\u{18cda}'), // Khitan Small Script
    ('\u{18e00}', '\u{19191}'), // Jurchen
    ('\u{1b001}', '\u{1b11f}'), // Hiragana
    ('\u{1b170}', '\u{1b2fb}'), // Nushu
    ('\u{1bc00}', '\u{1bc6a}'), // Duployan
    ('\u{1d800}', '\u{1da8b}'), // SignWriting
    ('\u{1e100}', '\u{1e12c}'), // Nyiakeng Puachue Hmong
    ('\u{1e290}', '\u{1e2ad}'), // Toto
    ('\u{1e2c0}', '\u{1e2eb}'), // Wancho
    ('\u{1e4d0}', '\u{1e4eb}'), // Nag Mundari
    ('\u{1e5d0}', '\u{1e5ed}'), // Ol Onal
    ('\u{1e6c0}', '\u{1e6de}'), // Tai Yo
    ('\u{1e800}', '\u{1e8c4}'), // Mende Kikakui
    ('\u{1e900}', '\u{1e943}'), // Adlam
    ('\u{3d000}', '\u{3fc3f}'), // Seal
];
