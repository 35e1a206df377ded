import { parseUrl } from '../base/parse-url';

/** Fields of something, without secrets. */
export type AuditFields = Readonly<Record<string, unknown>>;

/** What takes the place of a value that nobody may read in the audit. */
const MASK = '***';
/** Of what is longer, only its size is kept: event types have their history. */
const VALUE_MAX_LENGTH = 2048;
/** They follow from other fields, or say what each line says anyway. */
const DERIVED = new Set([
  ...['id', 'appId', 'createdAt', 'updatedAt', 'deletedAt', 'deprecatedAt'],
  ...['disabledAt', 'disabledReason', 'pausedAt', 'failing', 'version', 'lastUsedAt'],
]);
/** Fields of ours that are secrets, and names that others give to theirs. */
const SECRET = /^(secret|key|hash)$|password|token$/i;
const NAMED_SECRET = /secret|password|passwd|token|api[-_]?key|credential|authorization/i;

/**
 * The fields that differ, as they were and as they are. Null: none. Secrets are "rotated", values of headers are masked,
 * and so is what a URL may carry of them.
 */
export function changedFields(
  before: object | null,
  after: object | null,
): { readonly before: AuditFields | null; readonly after: AuditFields | null } {
  const [was, is] = [entriesOf(before), entriesOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const shown = (fields: AuditFields, isAfter: boolean) => {
    const some = names.flatMap((name) => {
      if (SECRET.test(name)) return isAfter && before !== null ? [[name, 'rotated'] as const] : [];
      return Object.hasOwn(fields, name)
        ? [[name, bounded(withoutSecrets(fields[name], name))] as const]
        : [];
    });
    return some.length === 0 ? null : Object.fromEntries(some);
  };
  return { before: before && shown(was, false), after: after && shown(is, true) };
}

function entriesOf(fields: object | null): AuditFields {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => !DERIVED.has(name)));
}

/** A value with every secret in it masked, as far as names and the form of a URL tell. */
function withoutSecrets(value: unknown, name: string): unknown {
  if (typeof value === 'string') return withoutUrlSecrets(value);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      name === 'headers' || NAMED_SECRET.test(key) ? MASK : withoutSecrets(item, key),
    ]),
  );
}

function withoutUrlSecrets(text: string): string {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? parseUrl(text) : null;
  if (!url) return text;
  if (url.username !== '' || url.password !== '') [url.username, url.password] = [MASK, ''];
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, MASK);
  if (url.hash !== '') url.hash = MASK;
  return url.href;
}

function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length <= VALUE_MAX_LENGTH ? value : `${text.length} characters`;
}
