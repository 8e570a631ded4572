//! The judge's buffers as this process maps them.

use super::StartError;
use super::inherited;
use crate::map::{Access, Mapping};
use crate::wire::BufferConfig;

/// The mapped buffers; they live until the process ends.
#[derive(Debug)]
pub(super) struct Buffers {
    all: Vec<(Mapping, Access)>,
}

impl Buffers {
    /// Maps every buffer, inputs read-only.
    pub(super) fn map(configs: &[BufferConfig]) -> Result<&'static Self, StartError> {
        let map = |(index, config): (usize, &BufferConfig)| {
            let access = if config.writable { Access::ReadWrite } else { Access::ReadOnly };
            let mapping = Mapping::shared(&inherited(config.fd), config.bytes, access);
            mapping.map(|m| (m, access)).map_err(|source| StartError::Buffer { index, source })
        };
        let all = configs.iter().enumerate().map(map).collect::<Result<_, _>>()?;
        // Never unmapped: threads of the object may outlive every scope of ours.
        Ok(Box::leak(Box::new(Self { all })))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Mapping> {
        self.all.iter().map(|(mapping, _)| mapping)
    }

    /// Sets every buffer to its own access, or to none. Async-signal-safe.
    pub(super) fn protect(&self, open: bool) -> std::io::Result<()> {
        self.all.iter().try_for_each(|(mapping, access)| mapping.protect(if open { *access } else { Access::Closed }))
    }

    /// Index of the buffer that holds `address`. Async-signal-safe.
    pub(super) fn index_of(&self, address: usize) -> Option<usize> {
        self.iter().position(|m| (m.as_ptr() as usize..m.as_ptr() as usize + m.len()).contains(&address))
    }
}
