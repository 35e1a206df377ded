import type { AuditLineOut } from '../../../../src-server/contract/audit';
import { capitalize } from '../../../ui/capitalize';

const FIELDS: Readonly<Record<string, string>> = {
  rateLimit: 'limit',
  url: 'URL',
  uid: 'uid',
  filterTypes: 'event types',
  filterGroups: 'event groups',
  featureFlags: 'feature flags',
  groupName: 'group',
  ordered: 'strict order',
  eventTypeNotices: 'notices',
  encryptedToken: 'token',
};
/** A longer value says less than that it has changed. */
const VALUE_MAX_LENGTH = 60;

/** Flag sets are only changed as a whole; what else happens to one is a planned release of a flag. */
const FLAG_ACTIONS: Readonly<Record<string, string>> = {
  'flag_set.updated': 'Feature flags updated',
  'flag_set.created': 'Release planned',
  'flag_set.deleted': 'Release canceled',
  'flag_set.run': 'Release done',
  'flag_set.restored': 'Release undone',
};

/** An action as a list names it: `Endpoint updated`. */
export function actionLabel(action: string): string {
  const [kind = '', done = ''] = action.split('.');
  return FLAG_ACTIONS[action] ?? `${capitalize(kind.replaceAll('_', ' '))} ${done}`;
}

/** What a change did, in words: `limit 10 to 25, paused`. Empty: its action says all. */
export function changeText({ action, before, after }: AuditLineOut): string {
  // The label says it already; the fields would repeat it as a state of the API.
  if (/\.(paused|resumed)$|^flag_set\.(deleted|run|restored)$/.test(action)) return '';
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  // What was made or is gone is told by its name: it has a page of its own, or none any longer.
  const shown = before && after ? fields : fields.filter((field) => NAMING.has(field));
  return shown.flatMap((field) => fieldText(field, before?.[field], after?.[field]) ?? []).join(', ');
}

/** The same on the page of what was changed, which need not be named. */
export function ownChangeText(line: AuditLineOut): string {
  const [kind = '', done = ''] = line.action.split('.');
  if (kind === 'message') return `messages ${done}`;
  return (line.after && (line.before || done === 'rotated') && changeText(line)) || done;
}

const NAMING = new Set([
  'name',
  'names',
  'uid',
  'url',
  'flag',
  'kind',
  'endpoint',
  'task',
  'conditions',
  'secret',
  'target',
]);

/** Null: there is nothing to say of it. */
function fieldText(field: string, from: unknown, to: unknown): string | null {
  const name = FIELDS[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (to === 'rotated') return `${name} rotated`;
  const [was, is] = [valueText(from), valueText(to)];
  if (was === null || is === null) return `${name} changed`;
  if (from !== undefined && to !== undefined) return `${name} ${was} to ${is}`;
  const only = to === undefined ? was : is;
  return only === NONE ? null : `${name} ${only}`;
}

const NONE = 'none';

/** Null: it is not told in a few words. */
function valueText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const isPlain = (item: unknown) => typeof item === 'string' || typeof item === 'number';
  const items = [value].flat();
  if (!items.every(isPlain)) return null;
  const text = items.length === 0 ? NONE : items.join(', ');
  return text.length > VALUE_MAX_LENGTH ? null : text;
}
