//! Source to shared object, in a jail, cached by content.
