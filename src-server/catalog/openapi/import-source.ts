import type { OtherSource } from '../../contract/import-plan';
import { PASTED_DOCUMENT } from '../../contract/pasted-document';

/** Between the title of a document and the name of its file; neither contains it. */
const BETWEEN = '\u001f';
const CONTROL = /\p{Cc}/gu;

/**
 * Which document an import comes from, as it is stored with what it said: its title, and the name of its file, since
 * two files may have one title.
 * @param fileName null: not known
 */
export function importSource(title: string, fileName: string | null): string {
  const file = (fileName ?? '').replace(CONTROL, ' ').trim();
  return file === '' || file === title || file === PASTED_DOCUMENT ? title : `${title}${BETWEEN}${file}`;
}

/** The same title, and not two different files. */
export function isSameSource(source: string, other: string): boolean {
  const [title, file] = source.split(BETWEEN);
  const [otherTitle, otherFile] = other.split(BETWEEN);
  return title === otherTitle && (file === undefined || otherFile === undefined || file === otherFile);
}

/** What was put together by `importSource`. */
export function sourceParts(source: string): OtherSource {
  const [title = '', fileName = null] = source.split(BETWEEN);
  return { title, fileName };
}

/** What to store where a document is known already: what does not name its file keeps the one known. */
export function storedSource(known: string | undefined, source: string): string {
  return known !== undefined && isSameSource(known, source) && !source.includes(BETWEEN) ? known : source;
}
