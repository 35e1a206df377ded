import { expect, it } from 'vitest';
import { importsOf, sourceFiles, target } from './source-files';

/** Everything that a file needs at run time, including itself. */
function reached(from: string): Set<string> {
  const files = new Map(sourceFiles('src-server').map((file) => [file.path.replace(/\.tsx?$/, ''), file]));
  const found = new Set<string>();
  const queue = [from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = files.get(path);
    if (!file || found.has(path)) continue;
    found.add(path);
    for (const { from: name, typeOnly } of importsOf(file)) {
      const next = typeOnly ? null : target(file, name);
      if (next !== null) queue.push(next);
    }
  }
  return found;
}

it.each(['src-server/http/routes/messages', 'src-server/delivery/delivery'])(
  '%s knows no schema of an event type: no message waits for a check, and none is refused by one',
  (path) => {
    const all = reached(path);
    expect(all.size).toBeGreaterThan(10);
    expect(
      [...all].filter((file) => file.startsWith('src-server/catalog/') || /schema-report/.test(file)),
    ).toEqual([]);
  },
);

it('sees what is reached by way of others', () => {
  expect(reached('src-server/http/routes/schema-reports')).toContain('src-server/contract/payload-check');
  expect(reached('src-server/catalog/checks/payload-checks')).toContain(
    'src-server/catalog/checks/problem-message',
  );
});
