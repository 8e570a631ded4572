//! The best that a device does, measured once for each device and driver and kept in the cache.

use judge_abi::device::{Device, DeviceIdentity, Floor};

use super::failure;
use crate::score;
use crate::store::{Key, KeyBuilder, Kind, Store};

/// Version of the kernels that measure: another one measures anew.
const KERNELS: &str = "1";

/// The kept peaks of the device, or what is measured now; nothing for a device that the judge has no kernels for.
pub(super) fn peaks(
    store: &Store,
    device: &dyn Device,
    identity: &DeviceIdentity,
) -> Result<Option<Floor>, score::Failure> {
    let key = key(identity);
    let kept = store.get(Kind::Device, &key).map_err(|e| failure("cache", &e))?;
    if let Some(floor) = kept.and_then(|text| serde_json::from_slice::<Floor>(&text).ok()) {
        return Ok(Some(floor));
    }
    let measured = device.measure_floor().map_err(|e| failure("device", &e))?;
    if let Some(text) = measured.and_then(|floor| serde_json::to_vec(&floor).ok()) {
        // A cache that cannot be written costs the next judge a measurement, no more.
        let _ = store.put(Kind::Device, &key, &text);
    }
    Ok(measured)
}

fn key(identity: &DeviceIdentity) -> Key {
    let slice = identity.memory_bytes.to_le_bytes();
    KeyBuilder::new("peaks")
        .part("kernels", KERNELS.as_bytes())
        .part("device", identity.uuid.as_bytes())
        .part("driver", identity.driver.as_bytes())
        .part("memory", &slice)
        .finish()
}
