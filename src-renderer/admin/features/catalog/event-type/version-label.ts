import type { EventTypeVersionOut } from '../../../../../src-server/contract/event-type-history';

/** The action of a version, as the beginning of a sentence. */
export function actLabel({ act, source }: Pick<EventTypeVersionOut, 'act' | 'source'>): string {
  switch (act) {
    case 'known':
      return 'Existed before the history began';
    case 'create':
      return 'Created';
    case 'update':
      // The history names a planned release by its id.
      return source?.startsWith('rel_') ? 'Changed in a release' : 'Changed';
    case 'archive':
      return 'Archived';
    case 'unarchive':
      return 'Unarchived';
    case 'delete':
      return 'Deleted';
    case 'restore':
      return source ? `Restored from version ${source}` : 'Restored';
    case 'import':
      return source ? `Imported from ${source}` : 'Imported';
  }
}
