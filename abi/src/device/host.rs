//! The host as a device: sealed memory files.

use std::collections::BTreeMap;
use std::ops::Range;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use super::{Buffer, BufferAccess, Device, DeviceError, Poison};
use crate::map::{Access, Mapping, memfd, seal_future_writes};

/// Host memory, for LLVM's host offload device and for threaded host code.
#[derive(Debug, Clone, Copy, Default)]
pub struct HostDevice;

impl Device for HostDevice {
    fn allocate(&self, bytes: usize, access: BufferAccess) -> Result<Box<dyn Buffer>, DeviceError> {
        let memory = |source| DeviceError::Memory { bytes, source };
        let fd = memfd(c"judge-buffer", bytes).map_err(memory)?;
        let mapping = Mapping::shared(&fd, bytes, Access::ReadWrite).map_err(memory)?;
        if access == BufferAccess::Input {
            seal_future_writes(&fd).map_err(memory)?;
        }
        Ok(Box::new(HostBuffer { fd: Arc::new(fd), mapping: Arc::new(mapping), kept: BTreeMap::new() }))
    }

    /// Restoring inputs and poisoning outputs runs through the caches anyway, and no host instruction reaches the
    /// caches of other cores: nothing to do.
    fn flush_caches(&self) -> Result<(), DeviceError> {
        Ok(())
    }

    fn spins(&self) -> bool {
        false
    }
}

/// Calls `work` on parts of `0..bytes`: at once for a large range, which one thread would take longest to touch. Parts begin at
/// multiples of [`PART`].
fn in_parts(bytes: usize, work: impl Fn(Range<usize>) + Sync) {
    const MOST_THREADS: usize = 8;
    // Before the threads are counted, for which a dozen files of control groups are read.
    if bytes <= PART {
        return work(0..bytes);
    }
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(MOST_THREADS);
    let each = bytes.div_ceil(threads).next_multiple_of(PART);
    if each >= bytes {
        return work(0..bytes);
    }
    std::thread::scope(|scope| {
        for start in (0..bytes).step_by(each) {
            let work = &work;
            scope.spawn(move || work(start..bytes.min(start + each)));
        }
    });
}

/// Smallest part that is worth a thread, bytes.
const PART: usize = 8 << 20;

#[derive(Debug)]
struct HostBuffer {
    fd: Arc<OwnedFd>,
    mapping: Arc<Mapping>,
    kept: BTreeMap<usize, Arc<Vec<u8>>>,
}

impl Buffer for HostBuffer {
    fn bytes(&self) -> usize {
        self.mapping.len()
    }

    fn export(&self) -> Result<OwnedFd, DeviceError> {
        self.fd.as_fd().try_clone_to_owned().map_err(|source| DeviceError::Export { source })
    }

    fn keep(&mut self, set: usize, contents: &[u8]) -> Result<(), DeviceError> {
        self.keep_shared(set, Arc::new(contents.to_vec()))
    }

    fn keep_shared(&mut self, set: usize, contents: Arc<Vec<u8>>) -> Result<(), DeviceError> {
        self.kept.insert(set, contents);
        Ok(())
    }

    fn alias(&self) -> Option<Box<dyn Buffer>> {
        let (fd, mapping) = (Arc::clone(&self.fd), Arc::clone(&self.mapping));
        Some(Box::new(Self { fd, mapping, kept: BTreeMap::new() }))
    }

    fn write(&self, offset: usize, contents: &[u8]) -> Result<(), DeviceError> {
        self.mapping.copy_in(offset, contents);
        Ok(())
    }

    fn restore(&self, set: usize, offset: usize) -> Result<(), DeviceError> {
        if let Some(contents) = self.kept.get(&set) {
            in_parts(contents.len(), |part| self.mapping.copy_in(offset + part.start, &contents[part]));
        }
        Ok(())
    }

    fn fill(&self, range: Range<usize>, pattern: Poison) -> Result<(), DeviceError> {
        const CHUNK: usize = 64 * 1024;
        let chunk = pattern.0.repeat(CHUNK.min(range.len()).div_ceil(pattern.0.len()));
        in_parts(range.len(), |part| {
            for at in part.clone().step_by(CHUNK) {
                self.mapping.copy_in(range.start + at, &chunk[..CHUNK.min(part.end - at)]);
            }
        });
        Ok(())
    }

    fn read(&self, offset: usize, dest: &mut [u8]) -> Result<(), DeviceError> {
        self.mapping.copy_out(offset, dest);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DType;

    #[test]
    fn a_restored_set_lands_at_its_offset_and_leaves_the_poison_around_it() {
        let mut buffer = HostDevice.allocate(4096, BufferAccess::Output).expect("buffer");
        buffer.fill(0..4096, Poison::GUARD).expect("fill");
        buffer.keep(3, &[1, 2, 3, 4]).expect("keep");
        buffer.restore(3, 64).expect("restore");
        let mut all = vec![0; 4096];
        buffer.read(0, &mut all).expect("read");
        assert!(Poison::GUARD.is_intact(&all[..64]));
        assert_eq!(all[64..68], [1, 2, 3, 4]);
        assert!(Poison::GUARD.is_intact(&all[72..]));
        assert!(!Poison::GUARD.is_intact(&all[64..72]));
    }

    #[test]
    fn an_alias_is_the_same_memory() {
        let mut buffer = HostDevice.allocate(4096, BufferAccess::Input).expect("buffer");
        buffer.keep(0, &[7]).expect("keep");
        let other = buffer.alias().expect("the host has them");
        other.write(8, &[1, 2]).expect("write");
        other.restore(0, 8).expect("nothing is kept");
        let mut seen = [0; 2];
        buffer.read(8, &mut seen).expect("read");
        assert_eq!(seen, [1, 2]);
    }

    #[test]
    fn guards_change_under_arithmetic_and_from_array_to_array() {
        const NAMES: [&str; 12] = ["a", "b", "x", "y", "p", "Ap", "r", "rr", "vL", "vR", "Bx", "By"];
        for dtype in [DType::F64, DType::F32, DType::F16, DType::I32, DType::I64, DType::Bytes] {
            let guards = NAMES.map(|name| Poison::guard(dtype, name));
            assert!((1..NAMES.len()).all(|i| !guards[..i].contains(&guards[i])), "{dtype:?}");
        }
        // Factors that the compiler does not see.
        let (one, zero) = (std::hint::black_box(1.0), std::hint::black_box(0.0));
        let other = f64::from_le_bytes(Poison::guard(DType::F64, "z").0);
        for name in NAMES {
            let own = f64::from_le_bytes(Poison::guard(DType::F64, name).0);
            for result in [own * one, own + zero, 0.7 * other + -1.3 * own] {
                assert!(own.is_nan() && result.to_bits() != own.to_bits());
            }
            let word = u64::from_le_bytes(Poison::guard(DType::F32, name).0);
            let single = f32::from_bits(word as u32);
            assert!(single.is_nan() && word >> 32 == word & 0xFFFF_FFFF);
            assert_ne!((single * one as f32).to_bits(), single.to_bits());
        }
    }

    #[test]
    fn parts_make_the_whole_and_keep_a_pattern_in_step() {
        let bytes = 3 * PART + 12_345;
        let mut buffer = HostDevice.allocate(bytes, BufferAccess::Output).expect("buffer");
        buffer.fill(3..bytes - 2, Poison::GUARD).expect("fill");
        let mut all = vec![0; bytes];
        buffer.read(0, &mut all).expect("read");
        assert!(Poison::GUARD.is_intact(&all[3..bytes - 2]));
        assert_eq!((&all[..3], &all[bytes - 2..]), (&[0; 3][..], &[0; 2][..]));
        let contents: Vec<u8> = (0..bytes - 5).map(|i| (i % 251) as u8).collect();
        buffer.keep(0, &contents).expect("keep");
        buffer.restore(0, 5).expect("restore");
        buffer.read(0, &mut all).expect("read");
        assert!(all[5..] == contents);
    }

    #[test]
    fn the_host_is_healthy() {
        assert!(HostDevice.check_health().is_ok());
    }

    #[test]
    fn an_input_cannot_be_mapped_writable_through_its_descriptor() {
        let buffer = HostDevice.allocate(4096, BufferAccess::Input).expect("buffer");
        let fd = buffer.export().expect("fd");
        assert!(Mapping::shared(&fd, 4096, Access::ReadWrite).is_err());
    }

    #[test]
    fn float_poisons_are_not_numbers() {
        assert!(f64::from_le_bytes(Poison::of(DType::F64).0).is_nan());
        let four: [u8; 4] = Poison::of(DType::F32).0[..4].try_into().expect("four bytes");
        assert!(f32::from_le_bytes(four).is_nan());
        assert!(f64::from_le_bytes(Poison::GUARD.0).is_nan());
    }
}
