import { rawMember, rawMembers } from '../../../../src-server/json-schema/raw-json-text';

/** Converts a content of a working copy to an event type of the API, both as JSON text. */
export function eventTypeText(content: string): string {
  const flags = JSON.parse(rawMember(content, 'featureFlags') ?? 'null') as readonly string[] | null;
  const rest = { featureFlag: flags?.[0] ?? null, createdAt: '', updatedAt: stampOf(content) };
  return `${content.slice(0, -1)},${JSON.stringify(rest).slice(1)}`;
}

/**
 * Applies a patch to a content; the result is the body of a PUT. The text of schemas is kept exactly.
 * @param content JSON text; null: the event type does not exist yet
 * @param patch JSON text of fields; `schema` is version "1" of the schemas
 */
export function patchedContent(content: string | null, patch: string): string {
  const fields = new Map(rawMembers(content ?? '{}').map(({ name, text }) => [name, text]));
  const before = fields.get('schemas') ?? 'null';
  for (const { name, text } of rawMembers(patch)) fields.set(name, text);
  const schema = fields.get('schema');
  if (schema !== undefined) {
    const versions = before === 'null' ? [] : rawMembers(before).filter(({ name }) => name !== '1');
    fields.delete('schemas');
    if (versions.length > 0) {
      fields.delete('schema');
      const current = schema === 'null' ? [] : [{ name: '1', text: schema }];
      fields.set('schemas', objectText([...current, ...versions]));
    }
  }
  return objectText([...fields].map(([name, text]) => ({ name, text })));
}

function objectText(members: readonly { readonly name: string; readonly text: string }[]): string {
  return `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** A hash in place of `updatedAt`: caches compare that field, and a working copy does not record times. */
function stampOf(text: string): string {
  let [a, b] = [0x811c9dc5, 0x1000193];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) + at;
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
