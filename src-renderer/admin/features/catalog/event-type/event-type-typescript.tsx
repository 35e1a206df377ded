import { useQuery } from '@tanstack/react-query';
import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import { declarationsOf } from '../../../../shared/event-types/declarations-of';
import { CodeBlock } from '../../../../ui/code-block';
import layout from '../../../../ui/layout.module.css';
import { Unread } from '../../../../ui/unread';
import { useConnection } from '../../../data/working-copy/use-connections';
import { OnlyThere } from '../../../parts/only-there';
import { useInstance } from '../../../platform/instance';

/** The declarations of one event type in TypeScript, from those of all. */
export function EventTypeTypescript({ type: { name, archived } }: { readonly type: EventTypeOut }) {
  const { id, api, isCopy } = useInstance();
  const there = useConnection(id)?.name ?? 'the instance';
  const all = useQuery({
    queryKey: [id, 'catalog', 'typescript'],
    queryFn: ({ signal }) =>
      api.callText(
        'GET /event-type/export',
        { query: { format: 'typescript' } },
        { signal, media: 'text/plain' },
      ),
  });
  if (isCopy && all.error) return <OnlyThere what="TypeScript" cause={all.error} />;
  if (!all.data) return <Unread what="the types" query={all} />;
  const text = declarationsOf(name, all.data.text);
  if (text === null) {
    return (
      <p className={layout.muted}>
        {archived
          ? 'An archived event type is not exported.'
          : `TypeScript is available once this event type is on ${there}.`}
      </p>
    );
  }
  return (
    <div className={`${layout.stack2} ${layout.shrinking}`}>
      {isCopy && <p className={layout.muted}>As it is on {there}, without your local changes.</p>}
      <CodeBlock text={text} label="TypeScript" language="text" maxHeight="80vh" />
    </div>
  );
}
