/** The name that is nearest to a mistyped search, within a third of its length in edits; null when none is. */
export function closestName(search: string, names: readonly string[]): string | null {
  const wanted = search.trim().toLowerCase();
  if (wanted.length < 3) return null;
  let best: string | null = null;
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  for (const name of names) {
    for (const part of [name, ...name.split(/[._-]/)]) {
      const distance = editDistance(wanted, part.toLowerCase(), bestDistance);
      if (distance < bestDistance) {
        best = part;
        bestDistance = distance;
      }
    }
  }
  return best;
}

/** Levenshtein's distance; gives up and answers `limit` when it is that much or more. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return Math.min(previous[b.length] ?? limit, limit);
}
