/** How many are compared in one step. */
const STEP = 200;

/**
 * The name, or part of one, that is closest to a mistyped search, within a third of its length in edits; otherwise
 * null. One step at a time.
 */
export function* closestNameSteps(
  search: string,
  names: readonly string[],
): Generator<void, string | null, void> {
  const wanted = search.trim().toLowerCase();
  if (wanted.length < 3) return null;
  let best: string | null = null;
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  // Names share their parts: each is compared once.
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (index % STEP === STEP - 1) yield;
    for (const part of [name, ...name.split(/[._-]/)]) {
      if (Math.abs(part.length - wanted.length) >= bestDistance || seen.has(part)) continue;
      seen.add(part);
      const distance = editDistance(wanted, part.toLowerCase(), bestDistance);
      if (distance >= bestDistance) continue;
      best = part;
      bestDistance = distance;
    }
  }
  return best;
}

/** The same without interruption. */
export function closestName(search: string, names: readonly string[]): string | null {
  const work = closestNameSteps(search, names);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The Levenshtein distance; stops and returns `limit` if it is at least that. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const cell = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(cell);
      if (cell < least) least = cell;
    }
    // No row has a lower minimum than the row before it.
    if (least >= limit) return limit;
    previous = current;
  }
  return Math.min(previous[b.length] ?? limit, limit);
}
