/** Which installation a response of `GET /auth/whoami` names. Null: none, as from servers that do not say. */
export function installationIn(whoami: unknown): string | null {
  const { installation } = (whoami ?? {}) as { readonly installation?: unknown };
  return typeof installation === 'string' && /^[0-9a-f]{16}$/.test(installation) ? installation : null;
}
