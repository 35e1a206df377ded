import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { LOCAL_CONNECTION } from '../../../src-server/contract/connection';
import { kindRefusal } from '../../../src-server/contract/token-kinds';
import type { ApiClient } from '../../api/api-client';
import type { Need, Refusal } from '../../ui/needs/needs';
import { FOLDER_REASON, needsInstance } from './folder-refusal';
import { limitedKindQuery } from './limited-kind';

interface RefusalParts {
  /** `local`, or the id of a connection. */
  readonly id: string;
  readonly api: ApiClient;
  /** The server of this page. */
  readonly local: ApiClient;
  /** Whether a working copy answers an operation: it is edited by whoever has it, and a push asks the instance. */
  readonly isOfCopy: (need: Need) => boolean;
  /** True: there is no instance behind the working copy. */
  readonly isFolder: boolean;
}

/** What only the server of this page knows, whatever instance is shown. */
const OF_THIS_SERVER = / \/(connections|sync-receipts)(\/|$)/;

/** Why the token that an instance is asked with may not do something. Until its kind is known, it may do everything. */
export function useRefusalAt({ id, api, local, isOfCopy, isFolder }: RefusalParts): Refusal {
  const there = useQuery({ ...limitedKindQuery(id, api), enabled: !isFolder }).data ?? null;
  const here = useQuery(limitedKindQuery(LOCAL_CONNECTION, local)).data ?? null;
  return useCallback(
    (need) => {
      if (isFolder && !isOfCopy(need) && needsInstance(need)) return FOLDER_REASON;
      const kind = OF_THIS_SERVER.test(need) ? here : there;
      return kind === null || isOfCopy(need) ? null : kindRefusal(kind, need);
    },
    [there, here, isOfCopy, isFolder],
  );
}
