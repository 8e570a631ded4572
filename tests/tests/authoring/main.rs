//! Tasks as their authors meet them: new ones, broken ones, those of the suite, every element type, large sizes.

mod broken;
mod dtypes;
mod large;
mod new_task;
mod suite;
