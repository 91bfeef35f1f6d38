//! `proofmark strip`.

use super::arguments::Strip;
use super::failure::{read_certificate, write_atomically, BadInput};

/// Removes the optional sections. What is left is accepted for the same program if and only if the
/// whole was.
pub(crate) fn strip(arguments: &Strip) -> Result<(), BadInput> {
    let (certificate, _) = read_certificate(&arguments.certificate)?;
    let output = arguments.output.as_ref().unwrap_or(&arguments.certificate);
    write_atomically(output, &proofmark_certs::encode(&certificate.stripped()))
}
