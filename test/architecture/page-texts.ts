import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { ROOT, type SourceFile } from './source-files';

/** A text that somebody reads, with `{}` where the program fills something in. */
export interface PageText {
  readonly path: string;
  readonly text: string;
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** What holds no text of a page: imports, types, and names of classes. */
const SKIPPED =
  /^(?:Import|ExportAll|TSTypeAlias|TSInterface|TSTypeAnnotation|TSTypeParameter|TSLiteralType|TSEnum)/;

/**
 * The texts in the strings, templates and elements of a source file. A single word in small letters is a name for the
 * program, not a text.
 */
export function textsOf({ path, text: code }: SourceFile): readonly PageText[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const texts: string[] = [];
  const add = (text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (/[A-Za-z]{2}/.test(plain) && /\s|^[A-Z]/.test(plain)) texts.push(plain);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    if (SKIPPED.test(node.type)) return;
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value);
    if (node.type === 'TemplateLiteral') add(templateText(node));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') add(elementText(node));
    if (node.type === 'JSXAttribute' && (node.name as { name?: string }).name === 'className') return;
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child);
  };
  visit(program.body);
  return texts.map((text) => ({ path, text }));
}

/** The texts of a document, a line each, without its code. */
export function textsOfDocument(path: string): readonly PageText[] {
  const document = readFileSync(join(ROOT, path), 'utf8');
  const prose = document.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '`{}`');
  return prose
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((text) => ({ path, text }));
}

function templateText(node: Node): string {
  const quasis = node.quasis as readonly { readonly value: { readonly cooked?: string } }[];
  return quasis.map(({ value }) => value.cooked ?? '').join('{}');
}

/** The text of an element as one, since a sentence runs through the elements in it. */
function elementText(node: Node): string {
  const children = node.children as readonly Node[];
  const isText = (child: Node) => child.type === 'JSXText' && /\w/.test(child.value as string);
  if (!children.some(isText)) return '';
  return children.map((child) => (child.type === 'JSXText' ? (child.value as string) : '{}')).join('');
}
