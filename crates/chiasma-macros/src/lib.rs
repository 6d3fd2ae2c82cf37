use proc_macro::TokenStream;
#[proc_macro_attribute]
pub fn property(_: TokenStream, i: TokenStream) -> TokenStream {
    i
}
#[proc_macro_attribute]
pub fn generator(_: TokenStream, i: TokenStream) -> TokenStream {
    i
}
#[proc_macro_derive(Generate)]
pub fn d(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
