import type { ValidationItem } from '../../src-server/contract/error';

/** The code of a call that the kind of the token may not make. No fault: the page shows the reason, without an alarm. */
export const TOKEN_KIND = 'token_kind';

/**
 * A request that did not succeed: the server refused it (`status` is its HTTP status), or it never answered (`status`
 * 0). `code` is the server's, or one of ours: `unreachable`, `invalid_request` (a 422 has no code of its own),
 * `unexpected_answer` (not JSON: something else answers there), `token_kind`.
 */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** What happened, in the server's words. */
  readonly detail: string;
  /** Which field is wrong and why; empty unless the request did not match its description. */
  readonly items: readonly ValidationItem[];

  constructor(status: number, code: string, detail: string, items: readonly ValidationItem[] = []) {
    super(detail);
    this.name = 'ApiFailure';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.items = items;
  }

  /** What is wrong with a field of the body, in words; null if nothing is. */
  fieldError(field: string): string | null {
    return this.item(field)?.msg ?? null;
  }

  /** The same with its place in the field. */
  item(field: string): ValidationItem | undefined {
    return this.items.find(({ loc }) => loc[0] === 'body' && loc[1] === field);
  }
}

/** Converts anything caught to an ApiFailure; a fault of ours gets the code `page_fault`. */
export function toApiFailure(cause: unknown): ApiFailure {
  if (cause instanceof ApiFailure) return cause;
  return new ApiFailure(0, 'page_fault', cause instanceof Error ? cause.message : String(cause));
}
