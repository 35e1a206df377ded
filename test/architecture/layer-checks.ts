import { LAYERS, PACKAGES, PLACES } from './layer-rules';
import { importsOf, packageOf, type SourceFile, target, withoutComments } from './source-files';

/** Every import that the table forbids, in words. */
export function importFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const row = rowOf(file.path);
    if (!row) return [`${file.path} lies in no layer: add its folder to the table`];
    return importsOf(file).flatMap(({ from }) => {
      const path = target(file, from);
      const known = path === null || row[1].some((allowed) => isIn(path, allowed));
      return known ? [] : [`${file.path} may not import ${path}`];
    });
  });
}

/** The row that a file belongs to. */
export function rowOf(path: string) {
  return LAYERS.find(([place]) => path.startsWith(place));
}

function isIn(path: string, allowed: string): boolean {
  return allowed.endsWith('/*') ? rowOf(path)?.[0] === allowed.slice(0, -1) : path.startsWith(allowed);
}

/** Every package imported where it does not belong, in words. */
export function packageFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap(({ from, typeOnly }) => {
      const name = packageOf(from);
      if (name === null) return [];
      if (file.path.includes('/contract/') && !typeOnly) {
        return [`${file.path} may not import ${name}: a contract needs nothing at run time`];
      }
      const places = PACKAGES[name];
      const fits = !places || places.some((place) => file.path.startsWith(place));
      return fits ? [] : [`${file.path} may not import ${name}`];
    }),
  );
}

/** Everything done in a place where it is forbidden, in words. */
export function placeFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const code = withoutComments(file.text);
    return PLACES.filter(
      ({ pattern, inside, allowed }) =>
        file.path.startsWith(inside) &&
        !allowed.some((place) => file.path.startsWith(place)) &&
        pattern.test(code),
    ).map(({ what }) => `${file.path} ${what}`);
  });
}

/**
 * Import cycles, as `a -> b -> a`. Types count as well: files that need each other's types cannot be read, moved or
 * built separately.
 */
export function cycles(files: readonly SourceFile[]): string[] {
  const byModule = new Map(files.map((file) => [file.path.replace(/\.tsx?$/, ''), file]));
  const finished = new Set<string>();
  const found: string[] = [];
  const visit = (module: string, path: readonly string[]) => {
    const file = byModule.get(module);
    if (!file || finished.has(module)) return;
    if (path.includes(module)) {
      found.push([...path.slice(path.indexOf(module)), module].join(' -> '));
      return;
    }
    for (const { from } of importsOf(file)) {
      const next = target(file, from);
      if (next !== null) visit(next, [...path, module]);
    }
    finished.add(module);
  };
  for (const module of byModule.keys()) visit(module, []);
  return found;
}
