/**
 * How every command of the program ends, for scripts. This is the one place that says so; the help and README.md
 * repeat it.
 */
export const EXIT = {
  /** It was done, or the answer is yes. */
  done: 0,
  /** The answer is no, something differs, or it was refused or failed. */
  no: 1,
  /** Wrongly asked: nothing was tried. */
  wrongUse: 2,
  /** There is no server to ask: none runs, it cannot be reached, or what answers is something else. */
  unreachable: 3,
  /** The server does not accept the token, or the token may not do that. */
  notAllowed: 4,
  /** Stopped by Ctrl+C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The same in words, for the help of each command. */
export const EXIT_LABELS =
  'Exit code: 0 success, 1 failure, refusal or difference, 2 usage error, 3 no server reached, 4 token not accepted,\n130 stopped by Ctrl+C.';
