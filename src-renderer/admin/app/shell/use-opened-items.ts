import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { OpenedItem } from '../../../../src-main/contract/desktop-api';
import { LOCAL_CONNECTION } from '../../../../src-server/contract/connection';
import { desktop } from '../../../api/desktop';
import { toast } from '../../../ui/toast-store';
import { useOpenedDocument } from '../../platform/opened-document';

/**
 * Shows what was opened with the desktop program: the screen of a link or a notice, the preview of a document. In a
 * browser there is no such thing, and nothing happens.
 */
export function useOpenedItems(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const bridge = desktop();
    if (!bridge) return;
    const open = (item: OpenedItem) => {
      if (item.kind === 'screen') void navigate(`/${LOCAL_CONNECTION}/${item.path}`);
      else if (item.kind === 'document') useOpenedDocument.setState({ file: item.file });
      else toast(item.reason);
    };
    const take = () => {
      bridge.takeOpened().then(
        (items) => items.forEach(open),
        // The page is about to be replaced, by one that takes them.
        () => {},
      );
    };
    take();
    return bridge.onOpened(take);
  }, [navigate]);
}
