//! `proofmark strip`.

use super::arguments::Strip;
use super::failure::{read_certificate, BadInput};
use super::output;
use proofmark_guard::text;
use serde_json::json;

/// Removes the optional sections. What is left is accepted for the same program if and only if the
/// whole was.
pub(crate) fn strip(arguments: &Strip) -> Result<(), BadInput> {
    let (certificate, before) = read_certificate(&arguments.certificate)?;
    let stripped = certificate.stripped();
    let output = output::of_strip(arguments, &stripped)?;
    if output.is_standard() && arguments.json {
        let message = "`--json` and `-o -` both ask for standard output";
        return Err(BadInput::new("usage", message));
    }
    let after = proofmark_certs::encode(&stripped);
    output::write(&output, &after)?;
    if arguments.json {
        let name = arguments.output.as_ref().unwrap_or(&arguments.certificate);
        let sizes = json!({ "before": before.len(), "after": after.len() });
        let object = json!({ "certificate": text::path(name), "bytes": sizes });
        text::print_json(&object);
    }
    Ok(())
}
