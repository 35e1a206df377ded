import type { Principal } from '../access/principal';
import { apiError } from '../base/errors';

/**
 * Refuses a limited token that changes more than it may.
 * @param fields those of the body that it may give
 * @throws ApiError insufficient access
 */
export function assertOnly(principal: Principal, body: object, fields: readonly string[]): void {
  if (principal.kind !== 'limited') return;
  const other = Object.keys(body).find((name) => !fields.includes(name));
  if (other === undefined) return;
  const may = fields.map((name) => `\`${name}\``).join(', ');
  throw apiError(
    'insufficient access',
    `A ${principal.tokenKind} token cannot change \`${other}\` here, only ${may}.`,
  );
}
