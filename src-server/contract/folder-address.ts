/** Whether the address of a connection is that of a folder on the computer of the server. */
export function isFolderAddress(baseUrl: string): boolean {
  return /^\s*file:/i.test(baseUrl);
}

/** The address of a folder. Null: the path is not absolute. */
export function folderAddress(path: string): string | null {
  const isWindows = /^[a-z]:[\\/]/i.test(path);
  if (!isWindows && !path.startsWith('/')) return null;
  const [first = '', ...names] = isWindows ? path.split(/[\\/]/) : path.split('/');
  return `file://${isWindows ? '/' : ''}${[first, ...names.map(encodeURIComponent)].join('/')}`;
}

/** What people know a connection by: the path of a folder, or the URL of an instance. */
export function shownAddress(baseUrl: string): string {
  if (!isFolderAddress(baseUrl)) return baseUrl;
  const path = decodeURIComponent(baseUrl.replace(/^file:\/\//i, ''));
  return /^\/[a-z]:/i.test(path) ? path.slice(1).replaceAll('/', '\\') : path;
}
