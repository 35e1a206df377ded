export interface CurlRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A command for a shell that sends the same request. Quotes are safe in any POSIX shell. */
export function curlCommand({ url, headers, body }: CurlRequest): string {
  const lines = [
    // Brackets and braces are patterns to curl unless it is told otherwise.
    `curl ${/[[\]{}]/.test(url) ? '--globoff ' : ''}-X POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(headerLine(name, value))}`),
    `--data-raw ${quoted(body)}`,
  ];
  return lines.join(' \\\n  ');
}

/** With a colon and no value curl sends no such header. */
function headerLine(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
