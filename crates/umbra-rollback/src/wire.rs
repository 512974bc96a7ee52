//! A socket that delivers late, or not at all.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;

use ggrs::{Message, NonBlockingSocket, UdpNonBlockingSocket};

use crate::Network;

/// A UDP socket behind a bad network. Its clock counts polls: the game polls once per frame.
pub struct Wire {
    socket: UdpNonBlockingSocket,
    network: Network,
    /// The packets, each with the poll in which it is due.
    under_way: VecDeque<(u32, SocketAddr, Message)>,
    polls: u32,
    dice: u64,
}

impl Wire {
    /// A socket at a port of this machine.
    ///
    /// # Errors
    /// When the port is taken.
    pub fn bind(port: u16, network: Network, seed: u64) -> io::Result<Self> {
        let socket = UdpNonBlockingSocket::bind_to_port(port)?;
        Ok(Self { socket, network, under_way: VecDeque::new(), polls: 0, dice: seed })
    }

    fn is_lost(&mut self) -> bool {
        self.dice =
            self.dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.dice >> 33) % 1000 < u64::from(self.network.lost)
    }
}

impl NonBlockingSocket<SocketAddr> for Wire {
    fn send_to(&mut self, message: &Message, address: &SocketAddr) {
        if !self.is_lost() {
            self.socket.send_to(message, address);
        }
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        self.polls += 1;
        let due = self.polls + self.network.latency;
        let arrived = self.socket.receive_all_messages().into_iter();
        self.under_way.extend(arrived.map(|(address, message)| (due, address, message)));
        let count = self.under_way.partition_point(|(due, ..)| *due <= self.polls);
        self.under_way.drain(..count).map(|(_, address, message)| (address, message)).collect()
    }
}
