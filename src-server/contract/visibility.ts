/** The rule of feature flags, as the server applies it and the preview explains it. Pure. */

/**
 * Whether somebody with `visible` flags (null: somebody who sees everything) sees an event type with these flags (null
 * or empty: none). One flag of several is enough.
 */
export function isVisible(
  featureFlags: readonly string[] | null | undefined,
  visible: readonly string[] | null,
): boolean {
  if (!featureFlags || featureFlags.length === 0 || visible === null) return true;
  return featureFlags.some((flag) => visible.includes(flag));
}
