import { request } from 'node:http';

export interface HostAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
}

/** Sends a request with a host name of the test's choice and with the path exactly as given; fetch allows neither. */
export function getByHost(
  baseUrl: string,
  host: string,
  path: string,
  more: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<HostAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { ...more.headers, host };
    request(baseUrl, { path, method: more.method ?? 'GET', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('latin1'),
        }),
      );
    })
      .once('error', reject)
      .end();
  });
}
