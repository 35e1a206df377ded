import { rawMember } from '../../../../src-server/json-schema/raw-json-text';

/** Converts a content of a working copy to an event type of the API, both as JSON text. */
export function eventTypeText(content: string): string {
  const flags = JSON.parse(rawMember(content, 'featureFlags') ?? 'null') as readonly string[] | null;
  const rest = { featureFlag: flags?.[0] ?? null, createdAt: '', updatedAt: stampOf(content) };
  return `${content.slice(0, -1)},${JSON.stringify(rest).slice(1)}`;
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
