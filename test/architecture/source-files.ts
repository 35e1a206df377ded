import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A source file, with everything the architecture tests need to know about it. */
export interface SourceFile {
  /** Path from the top of the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** One import, re-export or dynamic import with a fixed name. */
export interface Import {
  /** The text between the quotes, without a query (`?raw`). */
  readonly from: string;
  /** True for `import type` and `export type`: erased at run time. */
  readonly typeOnly: boolean;
}

/** Every TypeScript file in these folders. */
export function sourceFiles(...folders: readonly string[]): SourceFile[] {
  return folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { path: relative(ROOT, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The imports of a file, in order. */
export function importsOf(file: SourceFile): Import[] {
  const code = withoutComments(file.text);
  const statements = code.matchAll(
    /(?:^|[\n;}])\s*(?:import|export)\s+(type\s)?(?:[\w*{][^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/g,
  );
  const dynamic = code.matchAll(/\b(?:import|require)\(\s*['"]([^'"]+)['"]/g);
  return [
    ...Array.from(statements, ([, type, from]) => ({ from: plain(from), typeOnly: type !== undefined })),
    ...Array.from(dynamic, ([, from]) => ({ from: plain(from), typeOnly: false })),
  ];
}

/** The path that an import of our own resolves to, without an extension; null if it is a package. */
export function target(file: SourceFile, from: string): string | null {
  return from.startsWith('.') ? posix.join(posix.dirname(file.path), from) : null;
}

/** The name of the imported package: `react-dom` for `react-dom/client`. Null for files and Node's modules. */
export function packageOf(from: string): string | null {
  if (from.startsWith('.') || from.startsWith('node:')) return null;
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The code without comments; strings are kept, so that an address in one is not mistaken for a comment. */
export function withoutComments(text: string): string {
  const parts = /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return text.replace(parts, (_whole, string: string | undefined) => string ?? ' ');
}

function plain(from: string | undefined): string {
  return (from ?? '').replace(/\?.*$/, '');
}
