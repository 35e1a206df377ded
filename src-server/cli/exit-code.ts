/** The exit codes of every command, for scripts. They are defined only here. */
export const EXIT = {
  /** It was done, or the answer is yes. */
  done: 0,
  /** The answer is no, something differs, or it was refused or failed. */
  no: 1,
  /** Wrong usage: nothing was attempted. */
  wrongUse: 2,
  /** There is no server to call: none is running, it cannot be reached, or something else answers. */
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
