import type { Principal } from './principal';

/**
 * The flags whose event types a principal sees beside the unflagged ones. Null: it sees everything.
 * Flags decide what is seen, never what is delivered.
 */
export function visibleFlags(principal: Principal): readonly string[] | null {
  return principal.kind === 'admin' ? null : principal.featureFlags;
}

/** Whether an event type with these flags (null: none) is seen by somebody with `visible` flags. */
export function isVisible(
  featureFlags: readonly string[] | null,
  visible: readonly string[] | null,
): boolean {
  if (featureFlags === null || visible === null) return true;
  return featureFlags.some((flag) => visible.includes(flag));
}
