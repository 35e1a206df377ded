interface CurlRequest {
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** A command for a shell that sends the same request. Quotes are safe in any POSIX shell. */
export function curlCommand({ url, headers, body }: CurlRequest): string {
  const lines = [
    // To curl, brackets and braces are patterns unless globbing is off.
    `curl ${/[[\]{}]/.test(url) ? '--globoff ' : ''}-X POST ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(headerLine(name, value))}`),
    `--data-raw ${quoted(body)}`,
  ];
  return lines.join(' \\\n  ');
}

/** curl omits a header that has a colon and no value. */
function headerLine(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
