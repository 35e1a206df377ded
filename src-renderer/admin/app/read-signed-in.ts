/** The code behind the log-in, which the log-in screen does not need. */
export function readSignedIn() {
  return import('./signed-in').then(({ SignedIn }) => SignedIn);
}
