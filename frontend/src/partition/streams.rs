//! Streams of the C library, by their types.

use crate::types::{Type, Types};

/// Whether a structure is a stream of the C library (glibc's `FILE`).
pub fn is_stream(types: &Types, record: u32) -> bool {
    let record = types.record(record);
    record.is_some_and(|record| record.tagged && record.name == "_IO_FILE")
}

/// Whether a type is that of pointers to streams.
pub(super) fn points_to_stream(types: &Types, ty: &Type) -> bool {
    let object = ty.innermost().pointee().map(|object| object.ty.innermost());
    matches!(object, Some(Type::Record(record)) if is_stream(types, *record))
}
