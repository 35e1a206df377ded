import type { Principal } from '../access/principal';
import { apiError } from '../base/errors';
import { FIELDS_OF_KIND } from '../contract/token-kinds';

/**
 * Refuses a limited token that changes more than it may.
 * @param operation of which some fields are closed to it, see `FIELDS_OF_KIND`
 * @throws ApiError insufficient access
 */
export function assertOnly(principal: Principal, body: object, operation: string): void {
  if (principal.kind !== 'limited') return;
  const fields = FIELDS_OF_KIND[principal.tokenKind]?.[operation] ?? [];
  const other = Object.keys(body).find((name) => !fields.includes(name));
  if (other === undefined) return;
  const may = fields.map((name) => `\`${name}\``).join(', ');
  throw apiError(
    'insufficient access',
    `A ${principal.tokenKind} token cannot change \`${other}\` here, only ${may}.`,
  );
}
