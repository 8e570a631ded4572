//! What oracles said of inputs, kept in the cache: an oracle is a function of its inputs, and dry runs repeat them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use judge_tasks::Layout;
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use sha2::{Digest, Sha256};

use super::case::helper_bytes;
use crate::store::{Key, KeyBuilder, Kind, Store};

/// Most bytes that one entry may have: what is longer is sooner made than read.
const MOST: u64 = 16 << 20;

/// Bytes hashed by one job.
const BLOCK: usize = 1 << 20;

/// The cache, and the oracle whose words it holds.
#[derive(Debug, Clone)]
pub struct Remembered {
    store: Store,
    object: String,
}

/// Arrays by name.
pub type Words = BTreeMap<String, Vec<u8>>;

impl Remembered {
    /// Of the oracle that was built as `object`, a file that is named after its contents.
    #[must_use]
    pub fn new(store: &Store, object: &Path) -> Self {
        Self { store: store.clone(), object: object.to_string_lossy().into_owned() }
    }

    /// The key of what the oracle says of these inputs; `None` when that is too long to keep.
    #[must_use]
    pub fn key(&self, layout: &Layout, names: &[&str], inputs: &BTreeMap<&str, Arc<Vec<u8>>>) -> Option<Key> {
        let length: u64 = names.iter().map(|name| helper_bytes(layout, name)).sum();
        if length > MOST {
            return None;
        }
        let mut key = KeyBuilder::new("what an oracle said").part("object", self.object.as_bytes());
        for scalar in &layout.scalars {
            key = key.part(&scalar.name, &scalar.bits.to_le_bytes());
        }
        for name in names {
            key = key.part(name, &helper_bytes(layout, name).to_le_bytes());
        }
        for (name, contents) in inputs {
            let blocks: Vec<[u8; 32]> = contents.par_chunks(BLOCK).map(|block| Sha256::digest(block).into()).collect();
            key = key.part(name, blocks.as_flattened());
        }
        Some(key.finish())
    }

    /// What it said.
    #[must_use]
    pub fn recall(&self, key: &Key, layout: &Layout, names: &[&str]) -> Option<Words> {
        let entry = self.store.get(Kind::Oracle, key).ok()??;
        let mut rest = entry.as_slice();
        let mut words = Words::new();
        for name in names {
            let (word, after) = rest.split_at_checked(usize::try_from(helper_bytes(layout, name)).ok()?)?;
            words.insert((*name).to_owned(), word.to_vec());
            rest = after;
        }
        rest.is_empty().then_some(words)
    }

    /// Keeps it. A cache that cannot be written costs time only.
    pub fn keep(&self, key: &Key, names: &[&str], words: &Words) {
        let entry: Vec<u8> = names.iter().filter_map(|name| words.get(*name)).flatten().copied().collect();
        let _ = self.store.put(Kind::Oracle, key, &entry);
    }
}

#[cfg(test)]
mod tests {
    use judge_tasks::{Task, Variant};

    use super::*;

    #[test]
    fn what_was_said_is_recalled_for_the_same_inputs_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("a store");
        let task = Task::builtin("bs4-dot").expect("built in");
        let layout = task.layout(task.size("n2").expect("a size"), Variant::Normal).expect("a layout");
        let inputs = |x: u8| BTreeMap::from([("x", Arc::new(vec![x; 16])), ("y", Arc::new(vec![2; 16]))]);
        let names = ["result_r", "result_s"];
        let remembered = Remembered::new(&store, Path::new("/a"));
        let key = remembered.key(&layout, &names, &inputs(1)).expect("short");
        assert!(remembered.recall(&key, &layout, &names).is_none());
        let words = Words::from([("result_r".to_owned(), vec![3; 8]), ("result_s".to_owned(), vec![4; 8])]);
        remembered.keep(&key, &names, &words);
        assert_eq!(remembered.recall(&key, &layout, &names), Some(words));
        assert_ne!(remembered.key(&layout, &names, &inputs(9)), Some(key.clone()));
        assert_ne!(Remembered::new(&store, Path::new("/b")).key(&layout, &names, &inputs(1)), Some(key.clone()));
        // An entry of another length is no answer.
        store.put(Kind::Oracle, &key, &[0; 15]).expect("writable");
        assert!(remembered.recall(&key, &layout, &names).is_none());
    }

    #[test]
    fn long_outputs_are_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let remembered = Remembered::new(&Store::open(folder.path()).expect("a store"), Path::new("/a"));
        let task = Task::builtin("bs1-copy").expect("built in");
        let layout = task.layout(task.size("medium").expect("a size"), Variant::Normal).expect("a layout");
        assert_eq!(remembered.key(&layout, &["b_r"], &BTreeMap::new()), None);
    }
}
