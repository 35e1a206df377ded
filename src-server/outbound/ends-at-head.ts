/**
 * Whether a response with this status ends at its head (RFC 9112, 6.3): whatever its headers say about a body, none
 * follows, although the parser would wait for it.
 */
export function endsAtHead(status: number): boolean {
  return status === 204 || status === 304;
}
