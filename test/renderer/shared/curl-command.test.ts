import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlCommand } from '../../../src-renderer/shared/attempt/curl-command';

it('a curl command is read by a shell with every quote and special character intact', () => {
  const command = curlCommand({
    url: "https://a.test/it's",
    headers: [['x-name', "O'Hara $HOME `id`"]],
    body: '{"a":"it\'s \\"1\\""}',
  });
  const echo = command.replace(/^curl/, "printf '%s\\n'");
  const terms = execFileSync('/bin/sh', ['-c', echo], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(terms).toEqual([
    '-X',
    'POST',
    "https://a.test/it's",
    '-H',
    "x-name: O'Hara $HOME `id`",
    '--data-raw',
    '{"a":"it\'s \\"1\\""}',
  ]);
});
