//! "Did you mean …?": the known name that is closest to a wrong one.

/// A hint that names the closest of `known`, if one is within two edits and shares more than it differs.
pub(crate) fn near_miss<'k>(wrong: &str, known: impl Iterator<Item = &'k str>) -> Option<String> {
    if wrong.len() > 64 {
        return None;
    }
    let folded = |text: &str| text.to_ascii_lowercase().replace(['-', ' '], "_");
    let wrong = folded(wrong);
    known
        .map(|name| (distance(&wrong, &folded(name)), name))
        .filter(|(edits, name)| *edits <= 2 && edits * 2 < name.len())
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| format!("did you mean `{name}`?"))
}

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&row, j) + usize::from(x != y)).min(at(&row, j + 1) + 1).min(at(&next, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            next.push(best);
        }
        before = core::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}
