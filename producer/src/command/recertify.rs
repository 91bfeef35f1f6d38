//! `proofmark recertify`.

use super::arguments::Recertify;
use super::certify::certify_from;
use super::failure::BadInput;
use super::reused::OldCertificate;
use proofmark_certs::limits::CERTIFICATE_BYTES_MAX;
use proofmark_frontend::files::{self, Unreadable};
use proofmark_guard::text;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;

/// Certifies a program from the certificate of an earlier version; the exit status is that of
/// `certify`.
pub(crate) fn recertify(
    arguments: &Recertify,
    interrupted: &Arc<AtomicBool>,
) -> Result<u8, BadInput> {
    if !arguments.certify.gen_lib.is_empty() {
        let message = "--gen-lib makes no certificate: use it with certify";
        return Err(BadInput::new("usage", message));
    }
    let shown = text::path(&arguments.certificate);
    let bytes =
        files::read(&arguments.certificate, CERTIFICATE_BYTES_MAX).map_err(
            |error| match error {
                Unreadable::TooLong(_) => BadInput::new(
                    "limit",
                    format!("{shown}: longer than any certificate that is accepted"),
                ),
                Unreadable::Missing | Unreadable::System(_) | Unreadable::Special(_) => {
                    BadInput::new("io", format!("cannot read {shown}: {error}"))
                }
            },
        )?;
    let old = OldCertificate {
        path: arguments.certificate.clone(),
        bytes,
        explain: arguments.explain,
    };
    certify_from(&arguments.certify, Some(&old), interrupted)
}
