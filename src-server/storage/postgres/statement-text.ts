/** A statement as PostgreSQL is given it. */
export interface StatementText {
  /** With `$1` for `?` and `?1`. */
  readonly text: string;
  /** Whether it only reads, as far as its words tell. */
  readonly isRead: boolean;
}

/** Enough for every statement of the product; texts made for one request must not add up. */
const REMEMBERED_MAX = 2000;

/** What is no parameter: literals, quoted names and comments. Then parameters. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|\?(\d*)|\b(?:INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|MERGE\s+INTO|CREATE|ALTER|DROP|TRUNCATE)\b/gi;

const known = new Map<string, StatementText>();

/** Rewrites the parameters of a statement as SQLite counts them: `?` is the one after the highest so far. */
export function statementText(sql: string): StatementText {
  const remembered = known.get(sql);
  if (remembered) return remembered;
  let highest = 0;
  let isRead = true;
  const text = sql.replace(TOKENS, (token, _tag, digits?: string) => {
    if (digits === undefined) {
      if (/^\w/.test(token)) isRead = false;
      return token;
    }
    const number = digits === '' ? highest + 1 : Number(digits);
    highest = Math.max(highest, number);
    return `$${number}`;
  });
  const rewritten = { text, isRead };
  if (known.size >= REMEMBERED_MAX) known.clear();
  known.set(sql, rewritten);
  return rewritten;
}
