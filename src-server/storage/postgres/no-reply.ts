/** What a wait for PostgreSQL ends with that was too long, in the words of a network. */
export function noReply(ms: number): Error {
  return Object.assign(new Error(`PostgreSQL has not responded for ${ms / 1000} s`), { code: 'ETIMEDOUT' });
}
