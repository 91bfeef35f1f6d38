//! `counts`: prints how many lines a consumer has to trust, as the table in README. The rule is in
//! [`proofmark_tests::counts`].

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!(
        "{}",
        proofmark_tests::counts::table(proofmark_tests::counts::counts()?)
    );
    Ok(())
}
