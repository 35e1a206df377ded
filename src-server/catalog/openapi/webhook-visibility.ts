import { isValidName } from '../../contract/names';
import { type JsonObject, own } from '../../json-schema/plain-json';

/** Most feature flags an event type may have. */
const MAX_FLAGS = 25;

/** Who may see the event type and under which group, as far as the document says so. */
type Visibility =
  | {
      readonly ok: true;
      readonly fields: { readonly featureFlags?: readonly string[]; readonly groupName?: string };
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads `x-svix-feature-flags` and `x-svix-group-name` of the operation, otherwise of its path item. Unreadable flags
 * refuse the entry: without them, it would be visible to everyone.
 */
export function readVisibility(item: JsonObject, operation: JsonObject, warnings: string[]): Visibility {
  const flags = own(operation, 'x-svix-feature-flags') ?? own(item, 'x-svix-feature-flags');
  const group = own(operation, 'x-svix-group-name') ?? own(item, 'x-svix-group-name');
  const fields: { featureFlags?: readonly string[]; groupName?: string } = {};
  if (flags !== undefined && flags !== null) {
    const list: unknown[] = Array.isArray(flags) ? flags : [flags];
    const valid = [
      ...new Set(list.filter((flag) => typeof flag === 'string' && isValidName(flag))),
    ] as string[];
    if (valid.length === 0 && list.length > 0) {
      return {
        ok: false,
        reason:
          '`x-svix-feature-flags` has no valid flag. Without a flag, everyone would see this event type.',
      };
    }
    if (valid.length < list.length) warnings.push('invalid or repeated feature flags were left out');
    if (valid.length > MAX_FLAGS) warnings.push(`only the first ${MAX_FLAGS} feature flags were kept`);
    fields.featureFlags = valid.slice(0, MAX_FLAGS);
  }
  if (typeof group === 'string' && isValidName(group)) fields.groupName = group;
  else if (group !== undefined && group !== null)
    warnings.push('`x-svix-group-name` is not a valid group name');
  return { ok: true, fields };
}
