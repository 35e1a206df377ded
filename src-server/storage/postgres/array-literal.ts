/** A list as PostgreSQL reads arrays of any type; bytes become `bytea`. */
export function arrayLiteral(values: readonly (string | number | null | Uint8Array)[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: string | number | null | Uint8Array): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`;
  return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}"`;
}
