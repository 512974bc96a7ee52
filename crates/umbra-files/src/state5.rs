//! State that came with version 5 of the format: places of contacts in the graph.

use serde::{Deserialize, Serialize};
use umbra_solver::GraphPlace;
use umbra_world::World;

use crate::Error;
use crate::record::{List, corrupt};

/// The newer part of the state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StateSince5 {
    /// Those of contacts that have one, by their numbers in the file.
    places: List<(u32, GraphPlace)>,
}

impl StateSince5 {
    pub(crate) fn from_world(world: &World) -> Self {
        let contacts = (0..).zip(&world.contacts.solver_contacts);
        let places = contacts.map(|(number, contact)| (number, contact.in_graph));
        Self { places: places.filter(|(_, place)| *place != GraphPlace::NONE).collect() }
    }

    /// Gives it to a world that has contacts.
    pub(crate) fn restore(&self, world: &mut World) -> Result<(), Error> {
        for (number, place) in self.places.iter() {
            let contact = world.contacts.solver_contacts.get_mut(*number as usize);
            let contact =
                contact.ok_or_else(|| corrupt("a place in the graph is that of no contact"))?;
            contact.in_graph = *place;
        }
        Ok(())
    }
}
