//! Whether a device still comes to an end with a kernel.

use std::time::{Duration, Instant};

use super::{CudaDevice, DeviceError};

impl CudaDevice {
    /// Runs one small kernel and waits for it, but not for ever.
    ///
    /// # Errors
    /// [`DeviceError::Hangs`], or the driver's answer.
    pub(super) fn run_a_kernel(&self) -> Result<(), DeviceError> {
        const PATIENCE: Duration = Duration::from_secs(10);
        let failed = |source| DeviceError::Driver { doing: "run a kernel of the judge's own", source };
        self.kernels.start_copy(self.flush.address()).map_err(failed)?;
        let end = Instant::now() + PATIENCE;
        while !self.context.is_idle().map_err(failed)? {
            if Instant::now() > end {
                return Err(DeviceError::Hangs { seconds: PATIENCE.as_secs() });
            }
            std::thread::sleep(Duration::from_micros(50));
        }
        Ok(())
    }
}
