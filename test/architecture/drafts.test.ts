import { expect, test } from 'vitest';
import { sourceFiles, withoutComments } from './source-files';

/** What a reader types or chooses into. */
const TYPED =
  /<(TextField|ComboBox|FlagsField|TokenField|JsonEditor|EventTypeFields|ApplicationFields|Choice)\b/;

/** Sheets whose typed text is nothing to keep, each with its reason. */
const NOTHING_TO_KEEP: Readonly<Record<string, string>> = {
  'src-renderer/ui/delete-by-name.tsx': 'a name typed as a confirmation',
  'src-renderer/portal/endpoints/endpoint-acts.tsx': 'a name typed as a confirmation',
  'src-renderer/admin/app/shell/confirm-sheet.tsx': 'a name typed as a confirmation',
  'src-renderer/admin/features/settings/restore-backup.tsx': 'a word typed as a confirmation',
};

test('every sheet that can be typed into keeps what is typed', () => {
  const sheets = sourceFiles('src-renderer').filter(({ text }) => {
    const code = withoutComments(text);
    return /<Sheet\b/.test(code) && TYPED.test(code);
  });
  expect(sheets.length).toBeGreaterThan(12);
  const forgetful = sheets.filter(({ text }) => !/<Sheet\b[^>]*?\bdraft=\{/s.test(text));
  expect(forgetful.map(({ path }) => path).sort()).toEqual(Object.keys(NOTHING_TO_KEEP).sort());
});
