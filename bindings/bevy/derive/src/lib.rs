//! The derive macro `PhysicsLayer` of `bevy_umbra`: one bit for each variant of an enum.
#![warn(missing_docs)]

use proc_macro::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, Ident, Variant, parse_macro_input};

/// The number of layers: bits of a `LayerMask`.
const MOST: usize = 64;

/// Makes an enum a set of collision layers. Each variant is one bit, in the order of the enum; the
/// variant marked `#[default]` is the first bit, which colliders without layers are in.
///
/// ```ignore
/// #[derive(PhysicsLayer, Default, Clone, Copy)]
/// enum Layer {
///     #[default]
///     World,
///     Player,
///     Coin,
/// }
/// ```
#[proc_macro_derive(PhysicsLayer)]
pub fn derive_physics_layer(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    implementation(&input).unwrap_or_else(|error| error.to_compile_error().into())
}

fn implementation(input: &DeriveInput) -> Result<TokenStream, Error> {
    let variants = variants_of(input)?;
    let name = &input.ident;
    let idents = variants.iter().map(|variant| &variant.ident);
    let bits = bits_of(&variants);
    let all = bits.iter().fold(0, |all, bit| all | bit);
    Ok(quote! {
        impl ::bevy_umbra::PhysicsLayer for #name {
            fn to_bits(&self) -> u64 {
                match self { #(Self::#idents => #bits,)* }
            }
            fn all_bits() -> u64 {
                #all
            }
        }
    }
    .into())
}

fn variants_of(input: &DeriveInput) -> Result<Vec<&Variant>, Error> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(input, "PhysicsLayer is for enums"));
    };
    let variants: Vec<_> = data.variants.iter().collect();
    if variants.len() > MOST {
        return Err(Error::new_spanned(input, "there are at most 64 physics layers"));
    }
    match variants.iter().find(|variant| !matches!(variant.fields, Fields::Unit)) {
        Some(variant) => Err(Error::new_spanned(variant, "a physics layer has no fields")),
        None => Ok(variants),
    }
}

/// The default variant, or the first one without a default, takes the lowest bit.
fn bits_of(variants: &[&Variant]) -> Vec<u64> {
    let default: Option<&Ident> =
        variants.iter().find(|variant| is_default(variant)).map(|variant| &variant.ident);
    let mut next = u32::from(default.is_some());
    let bit = |variant: &&Variant| {
        if Some(&variant.ident) == default {
            return 1;
        }
        next += 1;
        1 << (next - 1)
    };
    variants.iter().map(bit).collect()
}

fn is_default(variant: &Variant) -> bool {
    variant.attrs.iter().any(|attribute| attribute.path().is_ident("default"))
}
