//! What the compiler made of a kernel, for people who tune it.

use serde::{Deserialize, Serialize};

/// Numbers read from the objects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Target regions in the object, by their entry names.
    pub regions: Vec<String>,
    /// Device images embedded in the object.
    pub images: usize,
    /// Size of all device images in bytes.
    pub image_bytes: u64,
}
