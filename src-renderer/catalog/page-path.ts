import { fileNameOf } from '../../src-server/contract/file-name';

/** The page of an event type, below the catalog's address: `types/invoice.paid.html`. Different for each name. */
export function pagePath(name: string): string {
  return `types/${besidePath(name)}`;
}

/** The same from the page of another event type. */
export function besidePath(name: string): string {
  return `${fileNameOf(name)}.html`;
}
