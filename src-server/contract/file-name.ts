const LENGTH_MAX = 160;
/** Device names reserved by Windows, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * The name of a file for an event type, without an extension.
 *
 * Safe on every file system: capitals are written `_x` and an underscore `__`, because some file systems cannot tell
 * `Paid` from `paid`; a name that begins with a period or is a Windows device name gets the prefix `_-`; a very long name
 * ends in `_-` and a checksum. Different names have different ones, up to collisions of the 64-bit checksum.
 */
export function fileNameOf(name: string): string {
  const spelled = name.replace(/[A-Z_]/g, (sign) => (sign === '_' ? '__' : `_${sign.toLowerCase()}`));
  const safe = spelled.startsWith('.') || DEVICE.test(spelled) ? `_-${spelled}` : spelled;
  return safe.length > LENGTH_MAX ? `${safe.slice(0, LENGTH_MAX)}_-${checksum(name)}` : safe;
}

/** FNV-1a in two lanes, as 16 hex digits. Not for secrets; only distinguishes long names. */
function checksum(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index += 1) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(index), 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((queue) => (queue >>> 0).toString(16).padStart(8, '0')).join('');
}
