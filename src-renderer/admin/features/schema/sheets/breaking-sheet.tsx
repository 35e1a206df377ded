import { useState } from 'react';
import { Link } from 'react-router';
import type { EventTypeUsageOut } from '../../../../../src-server/contract/event-type-usage';
import type { EventTypeDiff } from '../../../../../src-server/json-schema/event-type-changes';
import { Button } from '../../../../ui/button';
import { ChangeList } from '../../../../ui/change-list';
import { Checkbox } from '../../../../ui/checkbox';
import { CopyButton } from '../../../../ui/copy-button';
import layout from '../../../../ui/layout.module.css';
import { Sheet } from '../../../../ui/sheet';
import { Unread } from '../../../../ui/unread';
import { useUsage } from '../../../data/use-usage';
import { useConnection } from '../../../data/working-copy/use-connections';
import { OnlyThere } from '../../../parts/only-there';
import { usageSentence } from '../../../parts/usage-sentence';
import { useInstance, useTo } from '../../../platform/instance';
import { announcement } from './announcement';

interface BreakingSheetProps {
  readonly name: string;
  readonly diff: EventTypeDiff;
  /** @param announce whether others are told of the change */
  readonly onSave: (announce: boolean) => void;
  readonly onClose: () => void;
}

/** Who is told of a breaking change. */
const TOLD =
  'operational endpoints subscribed to event_type.changed, and the endpoints of customers who asked for notices.';

/** Endpoints listed by name; the others are counted. */
const ENDPOINTS_SHOWN = 10;

/** Asks before a breaking change is saved: what breaks, in the words of the history, and for whom. */
export function BreakingSheet({ name, diff, onSave, onClose }: BreakingSheetProps) {
  const { id, isCopy } = useInstance();
  const [announces, setAnnounces] = useState(true);
  const instance = useConnection(id)?.name ?? 'the instance';
  const breaking = diff.changes.filter(({ effect }) => effect === 'breaking');
  const others = diff.changes.length - breaking.length;
  return (
    <Sheet
      title="This change breaks receivers"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="danger" onPress={() => onSave(announces)}>
            Save anyway
          </Button>
        </>
      }
    >
      <p className={layout.lead}>
        {isCopy
          ? `Only the working copy is saved now. Receivers of ${name} are affected once it is synced with ${instance}.`
          : `Receivers of ${name} that rely on the saved schema usually fail. Nothing is saved yet.`}
      </p>
      <section className={layout.stack2} aria-label="What breaks">
        <h3>What breaks</h3>
        <ChangeList changes={breaking} more={diff.more} />
        {others > 0 && (
          <p className={layout.meta}>
            {others} other {others === 1 ? 'change is' : 'changes are'} unclear or compatible.
          </p>
        )}
      </section>
      <section className={layout.stack2} aria-label="Who is subscribed">
        <h3>Who is subscribed</h3>
        <Subscribers name={name} />
      </section>
      <section className={layout.stack2} aria-label="Announce it">
        <h3>Announce it</h3>
        {isCopy ? (
          <p>Once it is synced, the instance tells {TOLD}</p>
        ) : (
          <Checkbox isSelected={announces} onChange={setAnnounces} hint={`Tells ${TOLD}`}>
            Announce this change
          </Checkbox>
        )}
        <div className={layout.row}>
          <span>For your customers:</span>
          <CopyButton text={announcement(name, breaking, diff.more)} what="announcement" withWord />
        </div>
      </section>
    </Sheet>
  );
}

function Subscribers({ name }: { readonly name: string }) {
  const { isCopy } = useInstance();
  const usage = useUsage(name);
  if (isCopy && usage.error) return <OnlyThere what="Who is subscribed" cause={usage.error} />;
  if (!usage.data) return <Unread what="the subscribers" query={usage} />;
  return (
    <>
      <p>{usageSentence(usage.data)}</p>
      <Endpoints usage={usage.data} />
    </>
  );
}

function Endpoints({ usage: { endpoints, more } }: { readonly usage: EventTypeUsageOut }) {
  const to = useTo();
  const shown = endpoints.slice(0, ENDPOINTS_SHOWN);
  const rest = endpoints.length - shown.length + more;
  return (
    <>
      <ul>
        {shown.map(({ id, appId, appName, url, isNamed, disabled, paused }) => (
          <li key={id} className={layout.wrapping}>
            <Link to={to('apps', appId)}>{appName}</Link> <code>{url}</code>{' '}
            {isNamed ? 'by name' : 'unfiltered'}
            {disabled ? ', disabled' : paused ? ', paused' : ''}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className={layout.meta}>
          and {rest} more {rest === 1 ? 'endpoint' : 'endpoints'}
        </p>
      )}
    </>
  );
}
