//! Queries: rays, moving shapes, overlaps, nearest points.

mod filter;
mod overlaps;
mod rays;
mod shapes;

pub use filter::*;
pub use overlaps::*;
pub use rays::*;
pub use shapes::*;

/// Runs a query with a filter, and with the callback of the filter only if it has one: filters
/// without are faster.
macro_rules! with_filter {
    ($given:expr, $filter:ident => $query:expr) => {{
        let (plain, accepts) = filter_of($given)?;
        if $given.is_some_and(|filter| filter.accepts.is_some()) {
            let $filter = plain.predicate(|key| accepts.accepts(key));
            $query
        } else {
            let $filter = plain;
            $query
        }
    }};
}
pub(crate) use with_filter;
