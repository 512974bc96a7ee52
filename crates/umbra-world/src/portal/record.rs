//! Portals in files.

use umbra_geom::{Point, Real};

use super::Portal;

/// Portal as files describe it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PortalRecord {
    from: [[Real; 2]; 2],
    to: [[Real; 2]; 2],
    #[serde(default)]
    one_way: bool,
    #[serde(default = "yes")]
    enabled: bool,
}

fn yes() -> bool {
    true
}

impl From<Portal> for PortalRecord {
    fn from(Portal { from, to, one_way, enabled }: Portal) -> Self {
        let plain = |ends: [Point; 2]| ends.map(|point| point.coords.into());
        Self { from: plain(from), to: plain(to), one_way, enabled }
    }
}

impl From<PortalRecord> for Portal {
    fn from(PortalRecord { from, to, one_way, enabled }: PortalRecord) -> Self {
        Self::new(from, to).one_way(one_way).enabled(enabled)
    }
}
