//! Plots: log-log, one point for each task, against the lines of its program.

use super::Row;
use plotters::prelude::*;
use std::error::Error;
use std::path::Path;

/// Width and height in pixels.
const SIZE: (u32, u32) = (640, 400);

/// One value of a row, if it was measured and a logarithm has it.
type Value = fn(&Row) -> Option<f64>;

/// The plots: file name, title with unit, value.
const PLOTS: [(&str, &str, Value); 3] = [
    (
        "certify-time",
        "certification, seconds of processor time",
        |row| decided(row).then_some(row.cpu.max(0.005)),
    ),
    ("certificate-bytes", "certificate, bytes", |row| {
        row.certificate.as_ref().map(|c| c.bytes as f64)
    }),
    ("check-time", "check, milliseconds", |row| {
        row.certificate.as_ref().map(|c| c.check_ms)
    }),
];

fn decided(row: &Row) -> bool {
    matches!(row.verdict.as_str(), "certified" | "violated")
}

/// Writes `PREFIXcertify-time.svg` and its like into a directory; yields the files' names. A plot
/// without points is left out.
///
/// # Errors
/// If a file cannot be written.
pub fn write(directory: &Path, prefix: &str, rows: &[Row]) -> Result<Vec<String>, Box<dyn Error>> {
    std::fs::create_dir_all(directory)?;
    let mut names = Vec::new();
    for (name, title, value) in PLOTS {
        let points: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|row| Some((row.lines as f64, value(row)?)))
            .collect();
        let points: Vec<(f64, f64)> = points
            .into_iter()
            .filter(|(x, y)| *x >= 1.0 && y.is_finite() && *y > 0.0)
            .collect();
        if points.is_empty() {
            continue;
        }
        let file = format!("{prefix}{name}.svg");
        draw(&directory.join(&file), title, &points)?;
        names.push(file);
    }
    Ok(names)
}

fn draw(file: &Path, title: &str, points: &[(f64, f64)]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(file, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(
            decades(points.iter().map(|p| p.0)).log_scale(),
            decades(points.iter().map(|p| p.1)).log_scale(),
        )?;
    chart
        .configure_mesh()
        .x_desc("lines of code")
        .x_label_formatter(&label)
        .y_label_formatter(&label)
        .light_line_style(RGBColor(240, 240, 240))
        .draw()?;
    chart.draw_series(points.iter().map(|p| Circle::new(*p, 3, BLUE.filled())))?;
    area.present()?;
    Ok(())
}

/// From the power of ten below all values to the one above.
fn decades(values: impl Iterator<Item = f64>) -> std::ops::Range<f64> {
    let (low, high) = values.fold((f64::INFINITY, 0f64), |(low, high), v| {
        (low.min(v), high.max(v))
    });
    10f64.powf(low.log10().floor())..10f64.powf(high.log10().floor() + 1.0)
}

fn label(value: &f64) -> String {
    if *value >= 1.0 {
        format!("{value:.0}")
    } else {
        format!("{value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plots_have_a_point_for_each_measured_row() {
        let row = |lines, cpu| Row {
            verdict: "violated".into(),
            lines,
            cpu,
            ..Row::default()
        };
        let directory = tempfile::tempdir().expect("a directory");
        let names = write(
            directory.path(),
            "x-",
            &[
                row(10, 0.1),
                row(1000, 2.0),
                Row {
                    verdict: "unknown".into(),
                    ..row(5, 1.0)
                },
            ],
        )
        .expect("written");
        assert_eq!(names, ["x-certify-time.svg"]);
        let text =
            std::fs::read_to_string(directory.path().join("x-certify-time.svg")).expect("written");
        assert_eq!(text.matches("<circle").count(), 2);
    }
}
