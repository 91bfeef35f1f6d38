//! `proofmark strip`.

use super::arguments::Strip;
use super::failure::{read_certificate, write_atomically, BadInput};
use proofmark_guard::text;
use serde_json::json;

/// Removes the optional sections. What is left is accepted for the same program if and only if the
/// whole was.
pub(crate) fn strip(arguments: &Strip) -> Result<(), BadInput> {
    let (certificate, before) = read_certificate(&arguments.certificate)?;
    let output = arguments.output.as_ref().unwrap_or(&arguments.certificate);
    let after = proofmark_certs::encode(&certificate.stripped());
    write_atomically(output, &after)?;
    if arguments.json {
        let sizes = json!({ "before": before.len(), "after": after.len() });
        let object = json!({ "certificate": text::path(output), "bytes": sizes });
        text::print_json(&object);
    }
    Ok(())
}
