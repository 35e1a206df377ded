import { type ReactNode, useState } from 'react';
import type { CopyContentOut, CopySidesOut } from '../../../src-server/contract/working-copy';
import { Button } from '../../ui/button';
import { ChangeList } from '../../ui/change-list';
import layout from '../../ui/layout.module.css';
import { LinkButton } from '../../ui/link-button';
import { Notice } from '../../ui/notice';
import { Sheet } from '../../ui/sheet';
import { useConnection } from '../data/working-copy/use-connections';
import { useSides } from '../data/working-copy/use-sides';
import { useInstance, useTo } from '../platform/instance';
import { copyDifference } from './copy-difference';

/**
 * Says on an open event type of a working copy that it changed on the instance, and compares. What is edited stays as
 * it is: only a sync merges.
 */
export function TheirChange({ name }: { readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  const instance = useConnection(useInstance().id)?.name ?? 'the instance';
  const sides = useSides(name).data;
  if (!sides?.theirsChanged) return null;
  const what = sides.theirs === null ? 'was removed' : sides.base === null ? 'was added' : 'changed';
  return (
    <>
      <Notice
        tone="info"
        title={`${name} ${what} on ${instance}.`}
        actions={
          <Button size="small" onPress={() => setOpen(true)}>
            Compare
          </Button>
        }
      />
      {isOpen && <Comparison sides={sides} instance={instance} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ComparisonProps {
  readonly sides: CopySidesOut;
  readonly instance: string;
  readonly onClose: () => void;
}

function Comparison({ sides, instance, onClose }: ComparisonProps) {
  const to = useTo();
  const { name, base, mine, theirs, mineChanged, inConflict } = sides;
  return (
    <Sheet
      title={`${name} here and on ${instance}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Close</Button>
          <LinkButton kind="primary" to={`${to('changes')}?sync=pull`}>
            Pull
          </LinkButton>
        </>
      }
    >
      <Side title={`Changed on ${instance}`} before={base} after={theirs} />
      {mineChanged && <Side title="Changed here" before={base} after={mine} />}
      <Notice tone={inConflict ? 'warning' : 'info'} title={outcomeOf(sides)}>
        Nothing changes here before you pull or push.
      </Notice>
    </Sheet>
  );
}

function outcomeOf({ mineChanged, inConflict }: CopySidesOut): string {
  if (inConflict) return 'Both sides changed the same place. The pull asks which to keep.';
  return mineChanged ? 'A push merges both.' : 'A pull brings it here.';
}

interface SideProps {
  readonly title: ReactNode;
  readonly before: CopyContentOut | null;
  readonly after: CopyContentOut | null;
}

function Side({ title, before, after }: SideProps) {
  const { changes, more } = copyDifference(before, after);
  return (
    <section className={layout.stack2}>
      <h3 className={layout.sectionTitle}>{title}</h3>
      {after === null ? <p>Removed.</p> : <ChangeList changes={changes} more={more} />}
      {after !== null && changes.length === 0 && <p className={layout.muted}>No visible change.</p>}
    </section>
  );
}
