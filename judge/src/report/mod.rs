//! Evidence and verdict as text and JSON.
