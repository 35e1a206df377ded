/** Type expressions of TypeScript as text, put together by the rules of the language. */
export interface TypeText {
  readonly text: string;
  /** `object`: the body of an interface. */
  readonly kind: 'object' | 'plain' | 'union' | 'intersection';
}

export const UNKNOWN: TypeText = { text: 'unknown', kind: 'plain' };
export const NEVER: TypeText = { text: 'never', kind: 'plain' };

export function plain(text: string): TypeText {
  return { text, kind: 'plain' };
}

export function union(types: readonly TypeText[]): TypeText {
  const distinct = distinctOf(types.filter((type) => type.text !== NEVER.text));
  const [first = NEVER, ...others] = distinct;
  if (distinct.some(({ text }) => text === UNKNOWN.text)) return UNKNOWN;
  if (others.length === 0) return first;
  return {
    text: distinct.map((type) => (type.kind === 'union' ? type.text : inner(type))).join(' | '),
    kind: 'union',
  };
}

export function intersection(types: readonly TypeText[]): TypeText {
  const distinct = distinctOf(types.filter((type) => type.text !== UNKNOWN.text));
  const [first = UNKNOWN, ...others] = distinct;
  if (distinct.some(({ text }) => text === NEVER.text)) return NEVER;
  if (others.length === 0) return first;
  return { text: distinct.map(inner).join(' & '), kind: 'intersection' };
}

export function listOf(type: TypeText): TypeText {
  return plain(`${inner(type)}[]`);
}

function inner({ text, kind }: TypeText): string {
  return kind === 'union' || kind === 'intersection' ? `(${text})` : text;
}

function distinctOf(types: readonly TypeText[]): readonly TypeText[] {
  return [...new Map(types.map((type) => [type.text, type])).values()];
}

/** A comment above a declaration or a property; nothing for an empty one. */
export function comment(lines: readonly string[], indent: string): string {
  const all = lines.flatMap((line) => line.split(/\r\n|[\n\r\u2028\u2029]/)).map((line) => line.trimEnd());
  while (all.at(-1) === '') all.pop();
  if (all.length === 0) return '';
  const safe = all.map((line) => line.replaceAll('*/', '*\\/'));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

/** A name of a member, in quotes where the language wants it. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Values nested deeper than this, as in `const`, become `unknown`. */
const LITERAL_DEPTH = 20;

/** The type of one JSON value alone. */
export function literal(value: unknown, depth = 0): TypeText {
  if (depth > LITERAL_DEPTH) return UNKNOWN;
  if (Array.isArray(value))
    return plain(`[${value.map((item) => literal(item, depth + 1).text).join(', ')}]`);
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) => `${memberName(name)}: ${literal(item, depth + 1).text}`,
    );
    return plain(members.length === 0 ? '{}' : `{ ${members.join('; ')} }`);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return plain('number');
  return plain(JSON.stringify(value) ?? 'null');
}
