//! Reads what the program writes, without ever waiting for it.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

use serde::{Deserialize, Serialize};

use crate::evidence::Stream;

/// What is kept of a stream and how much may be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Capture {
    /// How many of the first bytes are kept.
    pub keep: usize,
    /// More bytes than this end the program; `None` lets it write without end.
    pub limit: Option<u64>,
}

impl Default for Capture {
    fn default() -> Self {
        Self { keep: 64 << 10, limit: None }
    }
}

/// The reading end of a pipe that the program writes to; non-blocking.
#[derive(Debug)]
pub(crate) struct Reader {
    pipe: Option<File>,
    capture: Capture,
    stream: Stream,
}

impl Reader {
    pub(crate) fn new(pipe: OwnedFd, capture: Capture) -> Self {
        Self { pipe: Some(File::from(pipe)), capture, stream: Stream::default() }
    }

    /// The descriptor to poll; −1, which poll ignores, once every writer is gone.
    pub(crate) fn as_raw_fd(&self) -> RawFd {
        self.pipe.as_ref().map_or(-1, File::as_raw_fd)
    }

    /// Takes one buffer, if there is one. Returns whether there may be more right now.
    pub(crate) fn read_once(&mut self) -> bool {
        let mut buffer = [0; 64 << 10];
        let Some(pipe) = &mut self.pipe else { return false };
        match pipe.read(&mut buffer) {
            Ok(0) => {
                self.pipe = None;
                false
            }
            Ok(count) => {
                let room = self.capture.keep.saturating_sub(self.stream.kept.len());
                self.stream.kept.extend(buffer.iter().take(count.min(room)));
                self.stream.total += count as u64;
                true
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => true,
            Err(error) if error.kind() == ErrorKind::WouldBlock => false,
            Err(_) => {
                self.pipe = None;
                false
            }
        }
    }

    /// Whether more was written than allowed.
    pub(crate) fn over_limit(&self) -> bool {
        self.capture.limit.is_some_and(|limit| self.stream.total > limit)
    }

    /// Takes what is in the pipe, which holds a bounded amount, and closes it. Waits for nobody.
    ///
    /// Returns whether more was written than allowed, too.
    pub(crate) fn finish(mut self) -> (Stream, bool) {
        // A writer outside the jail could refill the pipe for ever; a full pipe is at most this many buffers.
        const PIPE: usize = 64;
        for _ in 0..PIPE {
            if !self.read_once() {
                break;
            }
        }
        let over = self.over_limit();
        (self.stream, over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn keeps_the_first_bytes_and_counts_all() -> std::io::Result<()> {
        let (read, mut write) = std::io::pipe()?;
        let mut reader = Reader::new(read.into(), Capture { keep: 3, limit: Some(4) });
        write.write_all(b"abcd")?;
        assert!(reader.read_once());
        assert!(!reader.over_limit());
        write.write_all(b"e")?;
        drop(write);
        assert!(reader.read_once());
        assert!(reader.over_limit());
        assert_eq!(reader.finish(), (Stream { kept: b"abc".to_vec(), total: 5 }, true));
        Ok(())
    }
}
