import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';

/** What was reached from the entry files: every file, and what was asked for and is not there. */
export interface FollowedModules {
  readonly files: ReadonlySet<string>;
  readonly missing: readonly { readonly from: string; readonly name: string }[];
}

/**
 * Follows every import, dynamic import and require whose name is written in the code, as Node resolves it.
 *
 * @param entries absolute paths
 * @param provided names that the host of the program provides, such as `electron`
 */
export function followModules(entries: readonly string[], provided: readonly string[] = []): FollowedModules {
  const files = new Set<string>();
  const missing: { from: string; name: string }[] = [];
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    if (!/\.[cm]?js$/.test(file)) return;
    for (const name of namesIn(readFileSync(file, 'utf8'))) {
      if (isBuiltin(name) || provided.includes(name)) continue;
      const found = resolveModule(name, file);
      if (found === null) missing.push({ from: file, name });
      else visit(found);
    }
  };
  for (const entry of entries) visit(entry);
  return { files, missing };
}

/** The file that Node would load, or null. */
export function resolveModule(name: string, from: string): string | null {
  try {
    return createRequire(from).resolve(name);
  } catch (cause) {
    // A package only for `import`, whose conditions `require` does not look at.
    const { code } = cause as NodeJS.ErrnoException;
    return code === 'ERR_PACKAGE_PATH_NOT_EXPORTED' ? resolveImportOnly(name, from) : null;
  }
}

function resolveImportOnly(name: string, from: string): string | null {
  const [, pack = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(name) ?? [];
  for (let folder = dirname(from); ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', pack, 'package.json');
    if (existsSync(manifest)) {
      const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: Record<string, unknown> };
      const target = pick(exports?.[`.${rest}`] ?? (rest ? undefined : exports));
      const file = target && join(dirname(manifest), target);
      return file && existsSync(file) ? file : null;
    }
    if (folder === dirname(folder)) return null;
  }
}

function pick(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  const conditions = target as Record<string, unknown>;
  return pick(conditions.node ?? conditions.import ?? conditions.default);
}

/** The names of modules in the code; a file that is not JavaScript has none. */
function namesIn(code: string): readonly string[] {
  const names = new Set<string>();
  const visit = (node: unknown) => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, source, callee, arguments: args } = node as Record<string, unknown>;
    if (typeof type === 'string' && /^(Import|Export)/.test(type)) addText(source);
    if (type === 'CallExpression' && isRequire(callee)) addText((args as unknown[])[0]);
    for (const child of Object.values(node)) visit(child);
  };
  const addText = (node: unknown) => {
    const value = (node as { value?: unknown } | undefined)?.value;
    if (typeof value === 'string') names.add(value);
  };
  visit(parseAst(code.replace(/^#!.*/, '')));
  return [...names];
}

/** `require`, and the name that the build gives it in modules. */
function isRequire(callee: unknown): boolean {
  const { type, name } = callee as { type?: string; name?: string };
  return type === 'Identifier' && (name === 'require' || name === '__require');
}
