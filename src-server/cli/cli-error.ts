import type { ExitCode } from './exit-code';

/** Ends a command with a sentence for the user, and an exit code for the script. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  /** The HTTP status that caused it; null if it was something else. */
  readonly status: number | null;
  /** After how many seconds the server says to try again; null if it does not. */
  readonly retryAfterS: number | null;

  constructor(
    exitCode: ExitCode,
    message: string,
    status: number | null = null,
    retryAfterS: number | null = null,
  ) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

/** True when a server refused because it does not know the operation at all. */
export function isUnknownOperation(cause: unknown): boolean {
  return cause instanceof CliError && [404, 405, 501].includes(cause.status ?? 0);
}
