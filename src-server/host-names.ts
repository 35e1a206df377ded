/** `http://host:port`, or https, in the form that a browser accepts. */
export function addressOf(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether only this machine can reach a server that listens there. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether it stands for every address of this machine. */
export function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}
