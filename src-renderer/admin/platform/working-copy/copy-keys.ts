/** Query keys below that of the catalog, so that invalidating the catalog includes the working copy. */
export function workingCopyKey(id: string, ...parts: readonly string[]) {
  return [id, 'catalog', 'working-copy', ...parts];
}

/** Key of the background check. Not below that of the catalog, which the check itself makes stale. */
export function copyCheckKey(id: string) {
  return [id, 'copy-check'];
}
