import { expect, it } from 'vitest';
import { autostartEntry } from '../../src-main/autostart-entry';

it('the autostart file runs the program, whatever its path contains', () => {
  expect(autostartEntry(['/opt/Posthorn/posthorn-desktop', '--at-login'])).toContain(
    '\nExec="/opt/Posthorn/posthorn-desktop" "--at-login"\n',
  );
  // As in the specification: a dollar sign is escaped once for the quotation marks, and its backslash once more for the
  // value; a per cent sign would begin a field code.
  expect(autostartEntry(['/home/me/100% $HOME/"app"'])).toContain(
    'Exec="/home/me/100%% \\\\$HOME/\\\\"app\\\\""\n',
  );
});
