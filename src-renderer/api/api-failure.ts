import type { ValidationItem } from '../../src-server/contract/error';

/**
 * A request that did not succeed: refused by the server (`status` is its HTTP status), or never answered
 * (`status` 0). `code` is the server's, or one of ours: `unreachable`, `invalid_request` (a 422 has no code
 * of its own), `unexpected_answer` (not JSON: something else stands at that address).
 */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** What happened, in words, as the server said it. */
  readonly detail: string;
  /** What is wrong with which field; empty unless the request did not fit its description. */
  readonly items: readonly ValidationItem[];

  constructor(status: number, code: string, detail: string, items: readonly ValidationItem[] = []) {
    super(detail);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.items = items;
  }

  /** What is wrong with a field of the body, in words; null when nothing is. */
  fieldError(field: string): string | null {
    const item = this.items.find(({ loc }) => loc[0] === 'body' && loc[1] === field);
    return item ? item.msg : null;
  }
}

/** Anything caught, as an ApiFailure; a fault of ours becomes code `page_fault`. */
export function toApiFailure(cause: unknown): ApiFailure {
  if (cause instanceof ApiFailure) return cause;
  return new ApiFailure(0, 'page_fault', cause instanceof Error ? cause.message : String(cause));
}
