import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newFolder } from '../../support/new-folder';
import { startedOnce } from '../../support/started';
import { runPosthorn } from './run-posthorn';

const folder = startedOnce(newFolder);
const run = promisify(execFile);

/** What a shell offers for the last of these words. Each word is one of `posthorn WORD ...`. */
async function completed(shell: 'bash' | 'zsh', ...words: string[]): Promise<readonly string[]> {
  const { out } = await runPosthorn(['completion', shell]);
  const script = folder.file(`posthorn.${shell}`);
  await writeFile(script, out);
  await writeFile(folder.file('state.yaml'), '');
  const cwd = folder.file('.');
  const quoted = ['posthorn', ...words].map((word) => `'${word}'`).join(' ');
  const program = {
    bash: `source '${script}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _posthorn; printf '%s\\n' "\${COMPREPLY[@]}"`,
    // As the system of completion would: what it is given, narrowed by the word.
    zsh: `compdef() { :; }; _files() { print -l -- *(N); }; compadd() { shift; print -l -- "$@"; }
      source '${script}'; words=(${quoted}); CURRENT=${words.length + 1}; _posthorn`,
  }[shell];
  const { stdout } = await run(shell, shell === 'zsh' ? ['-f', '-c', program] : ['-c', program], { cwd });
  const last = words.at(-1) ?? '';
  return stdout.split('\n').filter((word) => word !== '' && word.startsWith(last));
}

const isThere = async (shell: string) =>
  run(shell, ['--version']).then(
    () => true,
    () => false,
  );

test.each(['bash', 'zsh'] as const)('%s completes commands, their options and files', async (shell) => {
  // Neither is part of every system; one of them is on each that runs these tests.
  if (!(await isThere(shell))) {
    expect(await isThere(shell === 'bash' ? 'zsh' : 'bash')).toBe(true);
    return;
  }
  expect(await completed(shell, 'en')).toEqual(['endpoint']);
  expect((await completed(shell, '')).toSorted()).toEqual(
    expect.arrayContaining(['apply', 'app', 'serve', 'status']),
  );
  expect((await completed(shell, 'endpoint', '')).toSorted()).toEqual(['create', 'delete', 'update']);
  expect(await completed(shell, 'endpoint', 'create', '--ev')).toEqual(['--event-type']);
  expect(await completed(shell, 'apply', '--')).toEqual(
    expect.arrayContaining(['--dry-run', '--yes', '--prune', '--json', '--url']),
  );
  expect(await completed(shell, 'apply', 'st')).toEqual(['state.yaml']);
  expect(await completed(shell, 'apply', '--token-file', 'st')).toEqual(['state.yaml']);
  expect(await completed(shell, 'apply', '--url', '')).toEqual([]);
  expect(await completed(shell, 'serve', '--audit')).toEqual(['--audit-days']);
  expect((await completed(shell, 'completion', '')).toSorted()).toEqual(['bash', 'zsh']);
});

test('a shell without completion is named', async () => {
  expect(await runPosthorn(['completion', 'fish'])).toMatchObject({
    exitCode: 2,
    err: 'posthorn: There is completion for bash and zsh, not for "fish".\n',
  });
});
