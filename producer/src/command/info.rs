//! `proofmark info`.

use super::arguments::Info;
use super::failure::{read_certificate, BadInput};
use proofmark_guard::text;

/// Says what a certificate is about.
pub(crate) fn info(arguments: &Info) -> Result<(), BadInput> {
    let (certificate, bytes) = read_certificate(&arguments.certificate)?;
    let info = proofmark_report::info::Info::of(certificate.claimed(), &bytes);
    match arguments.json {
        true => text::print_json(&info.json()),
        false => text::print(&info.text(&text::path(&arguments.certificate))),
    }
    Ok(())
}
