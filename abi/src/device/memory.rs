//! Buffers on a device behind a [`Driver`]: the judge allocates and exports them, a runner imports and maps them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use super::driver::{CallError, Driver, Handle};
use super::{Buffer, DeviceError, Poison};

/// Device memory mapped in this process; unmapped and released when dropped.
#[derive(Debug)]
pub(crate) struct Span {
    driver: Arc<dyn Driver>,
    handle: Handle,
    address: u64,
    mapped: usize,
}

impl Span {
    /// At least `bytes` bytes of fresh memory.
    pub(crate) fn allocate(driver: &Arc<dyn Driver>, bytes: usize) -> Result<Self, DeviceError> {
        let too_large = || DeviceError::OutOfMemory { bytes, memory: driver.memory().ok() };
        let granularity = driver.granularity().map_err(doing("ask for the allocation granularity"))?;
        let mapped = bytes.max(1).checked_next_multiple_of(granularity).ok_or_else(too_large)?;
        let failed = |source: CallError| {
            if driver.is_out_of_memory(source.code) {
                too_large()
            } else {
                DeviceError::Driver { doing: "allocate a buffer", source }
            }
        };
        let handle = driver.create(mapped).map_err(failed)?;
        Self::map(Arc::clone(driver), handle, mapped, true).map_err(failed)
    }

    /// The memory behind `fd`, which another process allocated with `bytes` bytes.
    pub(crate) fn import(
        driver: &Arc<dyn Driver>,
        fd: impl AsFd,
        bytes: usize,
        writable: bool,
    ) -> Result<Self, CallError> {
        let granularity = driver.granularity()?.max(1);
        let handle = driver.import(fd.as_fd())?;
        Self::map(Arc::clone(driver), handle, bytes.max(1).div_ceil(granularity) * granularity, writable)
    }

    fn map(driver: Arc<dyn Driver>, handle: Handle, mapped: usize, writable: bool) -> Result<Self, CallError> {
        match driver.map(handle, mapped, writable) {
            Ok(address) => Ok(Self { driver, handle, address, mapped }),
            Err(error) => {
                let _ = driver.release(handle);
                Err(error)
            }
        }
    }

    /// First byte.
    pub(crate) fn address(&self) -> u64 {
        self.address
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        // A context that is stuck answers every call with its error; the process's end frees the memory then.
        let _ = self.driver.unmap(self.address, self.mapped);
        let _ = self.driver.release(self.handle);
    }
}

/// A buffer of the judge's, with the pristine sets kept beside it on the device.
#[derive(Debug)]
pub(crate) struct DriverBuffer {
    driver: Arc<dyn Driver>,
    span: Span,
    bytes: usize,
    kept: BTreeMap<usize, (Span, usize)>,
}

impl DriverBuffer {
    pub(crate) fn allocate(driver: &Arc<dyn Driver>, bytes: usize) -> Result<Self, DeviceError> {
        let span = Span::allocate(driver, bytes)?;
        Ok(Self { driver: Arc::clone(driver), span, bytes, kept: BTreeMap::new() })
    }

    /// Address of the byte at `offset`.
    ///
    /// # Panics
    /// When `bytes` bytes from there do not lie in the buffer: the judge computed them.
    fn at(&self, offset: usize, bytes: usize) -> u64 {
        assert!(
            offset.checked_add(bytes).is_some_and(|end| end <= self.bytes),
            "bytes {offset}..+{bytes} lie outside a buffer of {} bytes",
            self.bytes
        );
        self.span.address() + offset as u64
    }
}

impl Buffer for DriverBuffer {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn export(&self) -> Result<OwnedFd, DeviceError> {
        self.driver.export(self.span.handle).map_err(doing("export a buffer"))
    }

    fn keep(&mut self, set: usize, contents: &[u8]) -> Result<(), DeviceError> {
        // Gives the old set's memory back before asking for more.
        self.kept.remove(&set);
        let span = Span::allocate(&self.driver, contents.len())?;
        self.driver.copy_in(span.address(), contents).map_err(doing("copy a pristine set to the device"))?;
        self.kept.insert(set, (span, contents.len()));
        Ok(())
    }

    fn write(&self, offset: usize, contents: &[u8]) -> Result<(), DeviceError> {
        self.driver.copy_in(self.at(offset, contents.len()), contents).map_err(doing("write a buffer"))
    }

    fn restore(&self, set: usize, offset: usize) -> Result<(), DeviceError> {
        let Some((span, bytes)) = self.kept.get(&set) else { return Ok(()) };
        let copied = self.driver.copy(self.at(offset, *bytes), span.address(), *bytes);
        copied.and_then(|()| self.driver.synchronise()).map_err(doing("restore a buffer"))
    }

    /// Copies one block of pattern in, then doubles it on the device: works at any alignment.
    fn fill(&self, range: Range<usize>, pattern: Poison) -> Result<(), DeviceError> {
        const BLOCK: usize = 64 * 1024;
        let failed = doing("fill a buffer");
        let (start, bytes) = (self.at(range.start, range.len()), range.len());
        let mut block = pattern.0.repeat(BLOCK.min(bytes).div_ceil(pattern.0.len()));
        block.truncate(bytes);
        if block.is_empty() {
            return Ok(());
        }
        self.driver.copy_in(start, &block).map_err(failed)?;
        let mut done = block.len();
        while done < bytes {
            let next = done.min(bytes - done);
            self.driver.copy(start + done as u64, start, next).map_err(failed)?;
            done += next;
        }
        self.driver.synchronise().map_err(failed)
    }

    fn read(&self, offset: usize, dest: &mut [u8]) -> Result<(), DeviceError> {
        self.driver.copy_out(self.at(offset, dest.len()), dest).map_err(doing("read a buffer"))
    }
}

fn doing(doing: &'static str) -> impl Fn(CallError) -> DeviceError + Copy {
    move |source| DeviceError::Driver { doing, source }
}
