import type { LogLevelWord, LogLineOut } from '../contract/diagnostics';

/** How many lines are kept; newer ones push the oldest out. */
const KEPT_LINES = 1000;
/** A longer line is cut: of a stack trace, the beginning is enough. */
const KEPT_CHARACTERS = 4000;

const LEVELS: readonly (readonly [number: number, word: LogLevelWord])[] = [
  [50, 'error'],
  [40, 'warn'],
  [30, 'info'],
  [0, 'debug'],
];

/** What looks like a secret although it is not in a secret field: tokens in URLs and headers, signing secrets, keys. */
const SECRETS: readonly RegExp[] = [
  /\bBearer\s+[^\s"'\\]+/gi,
  /\bwhs[ek]c?_[A-Za-z0-9+/=_-]{8,}/g,
  /\b(?:psth|sk|pk|tok)_[A-Za-z0-9._-]{8,}/g,
  /([#?&](?:token|key|secret)=)[^\s"'&\\]+/gi,
  /(\/\/[^\s/:@"']+:)[^\s/@"']+(?=@)/g,
];

/**
 * The newest lines of the log, in memory, for users who see only the pages. They arrive as written, after secret fields
 * were removed.
 */
export class RecentLog {
  readonly #lines: LogLineOut[] = [];
  #count = 0;

  /** Adds one JSON line in the form that the log writes. Anything but JSON is kept as text. */
  write(line: string): void {
    this.#count += 1;
    this.#lines.push(toLine(this.#count, line));
    if (this.#lines.length > KEPT_LINES) this.#lines.shift();
  }

  /**
   * Newest first.
   * @param filter level: this one and worse; text: anywhere in the line, case-insensitive; limit: at most this many
   */
  read(filter: { readonly level: LogLevelWord; readonly text: string; readonly limit: number }) {
    const worst = rank(filter.level);
    const wanted = filter.text.toLowerCase();
    const found = this.#lines.filter(
      ({ level, text, fields }) =>
        rank(level) <= worst && (wanted === '' || `${text} ${fields ?? ''}`.toLowerCase().includes(wanted)),
    );
    return {
      lines: found.slice(-filter.limit).reverse(),
      matching: found.length,
      kept: this.#lines.length,
      written: this.#count,
    };
  }
}

function rank(level: LogLevelWord): number {
  return LEVELS.findIndex(([, word]) => word === level);
}

function toLine(number: number, line: string): LogLineOut {
  const clean = withoutSecrets(line.trim()).slice(0, KEPT_CHARACTERS);
  try {
    const { level, time, msg, ...fields } = JSON.parse(clean) as Record<string, unknown>;
    return {
      number,
      at: typeof time === 'string' ? time : null,
      level: wordOf(typeof level === 'number' ? level : 30),
      text: typeof msg === 'string' ? msg : '',
      fields: Object.keys(fields).length === 0 ? null : JSON.stringify(fields),
    };
  } catch {
    return { number, at: null, level: 'info', text: clean, fields: null };
  }
}

function wordOf(level: number): LogLevelWord {
  return LEVELS.find(([number]) => level >= number)?.[1] ?? 'debug';
}

function withoutSecrets(line: string): string {
  return SECRETS.reduce(
    (text, pattern) =>
      text.replace(
        pattern,
        (_all, before?: unknown) => `${typeof before === 'string' ? before : ''}[removed]`,
      ),
    line,
  );
}
