import type { PayloadProblem } from '../contract/payload-check';
import type { SchemaReportProblem, StoredPayload } from '../storage/catalog/schema-report-store';

/** Kinds of violations told apart; a sender with more of them has one problem, not many. */
const MAX_KINDS = 500;
const MAX_REPORTED = 20;

/** Counts violations over many payloads. */
export class ViolationCount {
  readonly #kinds = new Map<string, { -readonly [K in keyof SchemaReportProblem]: SchemaReportProblem[K] }>();
  #others = 0;

  /** Adds the violations of one payload, by pointers without list positions. Payloads come newest first. */
  add({ id, appId, createdAt }: StoredPayload, problems: readonly PayloadProblem[]): void {
    const seen = new Set<string>();
    for (const { pointer, rule, message } of problems) {
      const key = `${pointer}\n${rule}\n${message}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const known = this.#kinds.get(key);
      if (known) known.count += 1;
      else if (this.#kinds.size === MAX_KINDS) this.#others += 1;
      else
        this.#kinds.set(key, {
          pointer,
          rule,
          message,
          count: 1,
          messageId: id,
          appId,
          at: createdAt,
        });
    }
  }

  /** The most frequent kinds of violations, and how many violations are of other kinds. */
  result(): { readonly problems: readonly SchemaReportProblem[]; readonly otherProblems: number } {
    const all = [...this.#kinds.values()].sort((a, b) => b.count - a.count);
    const others = all.slice(MAX_REPORTED).reduce((sum, { count }) => sum + count, this.#others);
    return { problems: all.slice(0, MAX_REPORTED), otherProblems: others };
  }
}
