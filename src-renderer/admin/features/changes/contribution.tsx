import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { copyStatus } from '../../data/working-copy/copy-status';
import { useConnection } from '../../data/working-copy/use-connections';
import { useCopyCheck } from '../../data/working-copy/use-copy-check';
import { useWorkingCopy } from '../../data/working-copy/use-working-copy';
import type { Contribution } from '../../platform/contribution';
import { useInstance, useTo } from '../../platform/instance';

export const changesContribution: Contribution = { feature: 'changes', StatusItem: CopyStatusItem };

/** How the working copy stands, in the status bar; looks for changes of the instance meanwhile. */
function CopyStatusItem() {
  const { id, isCopy, isFolder } = useInstance();
  const to = useTo();
  const name = useConnection(id)?.name ?? 'the instance';
  const { data } = useWorkingCopy();
  useCopyCheck();
  if (!isCopy || !data) return null;
  return (
    <Link
      to={to('changes')}
      className={classNames(layout.shrinking, layout.ellipsis, layout.inherited)}
      title={`Changes of the working copy of ${name}`}
    >
      {copyStatus(data, isFolder)}
    </Link>
  );
}
