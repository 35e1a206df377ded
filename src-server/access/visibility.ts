import type { Principal } from './principal';

/**
 * The flags whose event types a principal sees in addition to the unflagged ones. Null: it sees everything. Flags
 * decide what is seen, never what is delivered.
 */
export function visibleFlags(principal: Principal): readonly string[] | null {
  return principal.kind === 'admin' ? null : principal.featureFlags;
}
