//! `counts`: prints how many lines a consumer has to trust, as the table in README, and those of
//! the front end by stage. The rule is in [`proofmark_tests::counts`].

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!(
        "{}",
        proofmark_tests::counts::table(proofmark_tests::counts::counts()?)
    );
    let stages = proofmark_tests::counts::stages()?;
    println!("\nThe front end: {}", stages.values().sum::<usize>());
    for (stage, lines) in stages {
        println!("  {stage}: {lines}");
    }
    Ok(())
}
