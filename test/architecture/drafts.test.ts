import { expect, test } from 'vitest';
import { ADMIN_FORMS, PORTAL_FORMS } from '../e2e/kept-forms';
import { importsOf, type SourceFile, sourceFiles, target, withoutComments } from './source-files';

/** What a reader types or chooses into. */
const TYPED = /<(TextField|TextArea|ComboBox|TokenField|FlagsField|JsonEditor|Choice|input|textarea)\b/;
const SHEET = /<Sheet\b/;
/** Keeps what is typed into it itself. */
const KEEPS = /\buseDraft(ed)?[<(]/;
const KEEPS_FORM = /\buseDraft[<(]/;

/** Sheets whose typed text is nothing to keep, each with its reason. */
const NOTHING_TO_KEEP: Readonly<Record<string, string>> = {
  'src-renderer/ui/delete-by-name.tsx': 'a name typed as a confirmation',
  'src-renderer/shared/polling/polling-consumers.tsx': 'a time chosen for one act',
  'src-renderer/portal/endpoints/endpoint-acts.tsx': 'a name typed as a confirmation',
  'src-renderer/admin/app/shell/confirm-sheet.tsx': 'a name typed as a confirmation',
  'src-renderer/admin/features/settings/erasure/erase-sheet.tsx': 'what is to be erased stays nowhere',
  'src-renderer/admin/features/settings/portal-texts/add-language.tsx': 'a language chosen for one act',
  'src-renderer/admin/features/settings/restore-backup.tsx': 'a word typed as a confirmation',
};

const files = sourceFiles('src-renderer').map((file) => ({ ...file, code: withoutComments(file.text) }));
const byPath = new Map(files.map((file) => [file.path.replace(/\.tsx?$/, ''), file]));

/** Whether something is typed into what a file shows, itself or in the components that it imports. */
function isTypedInto(file: SourceFile & { readonly code: string }, seen = new Set<string>()): boolean {
  if (seen.has(file.path)) return false;
  seen.add(file.path);
  if (TYPED.test(file.code)) return true;
  const shown = importsOf(file).flatMap(({ from, typeOnly }) => {
    const path = typeOnly ? null : target(file, from);
    return (path !== null && byPath.get(path)) || [];
  });
  return shown.some(
    (part) =>
      part.path.endsWith('.tsx') &&
      // A part of `ui` is a field, which `TYPED` names, or none; and a sheet opened from here is another sheet.
      !part.path.startsWith('src-renderer/ui/') &&
      !SHEET.test(part.code) &&
      !KEEPS.test(part.code) &&
      isTypedInto(part, seen),
  );
}

test('every sheet that can be typed into keeps what is typed, also in the parts that it is made of', () => {
  const sheets = files.filter((file) => SHEET.test(file.code) && isTypedInto(file));
  expect(sheets.length).toBeGreaterThan(20);
  const forgetful = sheets.filter(({ code }) => !/<Sheet\b[^>]*?\bdraft=\{/s.test(code));
  expect(forgetful.map(({ path }) => path).sort()).toEqual(Object.keys(NOTHING_TO_KEEP).sort());
});

/** Forms that the walk over all forms leaves out, each with its reason. */
const NOT_WALKED: Readonly<Record<string, string>> = {
  'src-renderer/admin/features/changes/change-note.tsx':
    'is saved by itself, and has a test of its own beside the walk',
};

test('every form that keeps what is typed is in the walk that types, leaves, reloads and finds the text again', () => {
  const keeping = files.filter(
    ({ code, path }) => KEEPS_FORM.test(code) && !path.startsWith('src-renderer/ui/'),
  );
  const walked = [...ADMIN_FORMS, ...PORTAL_FORMS].map(({ keptBy }) => keptBy);
  const known = new Set([...walked, ...Object.keys(NOT_WALKED)]);
  expect(keeping.map(({ path }) => path).sort()).toEqual([...known].sort());
});

test('what ends a form once it is saved leaves what was typed meanwhile', () => {
  const hasty = files.filter(({ code }) => /\bwhenDone\([^;]*\bform\.end\b/.test(code));
  expect(hasty.map(({ path }) => path)).toEqual([]);
});
