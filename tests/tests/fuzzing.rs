//! Each fuzz target for about a second, from fixed seeds: harnesses that are never run rot.

use proofmark_tests::{cases, fuzzing, root, Random};
use std::time::{Duration, Instant};

/// Runs a target on mutants of seeds until the time is over.
fn fuzz(name: &str, seeds: &[Vec<u8>], target: fn(&[u8])) {
    seeds.iter().for_each(|seed| target(seed));
    let mut random = Random::of(name);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        let mut data = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(4) {
            let value = u8::try_from(random.below(256)).unwrap_or(0);
            let at = random.below(data.len());
            match random.below(5) {
                _ if data.is_empty() => data.push(value),
                0 => data.insert(at, value),
                1 => drop(data.remove(at)),
                2 => data.truncate(at),
                3 => {
                    let end = at + random.below(data.len() - at);
                    let stretch = data[at..end].to_vec();
                    let to = random.below(data.len());
                    data.splice(to..to, stretch);
                }
                _ => data[at] = value,
            }
        }
        target(&data);
    }
}

#[test]
fn decoder() {
    let mut seeds = vec![b"\x89PCC\r\n\x1a\n\x01\x00\x00".to_vec()];
    for base in ["lock", "memory", "fresh", "lemmas"] {
        let dish = proofmark_tests::recipe::Dish::open(
            &root().join(format!("tests/unsound/base/{base}.txt")),
        );
        seeds.push(proofmark_logic::encode::cfa_bytes(&dish.arena, &dish.cfa));
        seeds.push(dish.bytes);
    }
    fuzz("decoder", &seeds, fuzzing::decoder);
}

#[test]
fn kernel() {
    let mut random = Random::of("seeds");
    let seed = |length: usize, random: &mut Random| {
        (0..length)
            .map(|_| u8::try_from(random.below(256)).unwrap_or(0))
            .collect()
    };
    let seeds: Vec<Vec<u8>> = (0..64).map(|n| seed(2 + n * 3, &mut random)).collect();
    fuzz("kernel", &seeds, fuzzing::kernel);
}

#[test]
fn signature() {
    fuzz(
        "signature",
        &[
            proofmark_logic::SIGNATURE.as_bytes().to_vec(),
            b"pf : form -> type.".to_vec(),
        ],
        fuzzing::signature,
    );
}

#[test]
fn front_end() {
    let text = |case: &proofmark_tests::Case| std::fs::read(&case.path).expect("readable");
    let seeds: Vec<Vec<u8>> = cases("safe")
        .iter()
        .chain(&cases("unsafe"))
        .map(text)
        .collect();
    fuzz("front end", &seeds, fuzzing::front_end);
}

#[test]
fn specification() {
    let rules = std::fs::read_dir(root().join("specs")).expect("the rule pack");
    let seeds: Vec<Vec<u8>> = rules
        .filter_map(|rule| std::fs::read(rule.ok()?.path().join("rule.spec")).ok())
        .collect();
    assert!(seeds.len() >= 30, "{}", seeds.len());
    fuzz("specification", &seeds, fuzzing::specification);
}
