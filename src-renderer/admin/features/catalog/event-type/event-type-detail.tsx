import { Archive, ArchiveRestore, Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { EventTypeOut } from '../../../../../src-server/contract/event-type';
import { whenDone } from '../../../../api/when-done';
import { undoChange } from '../../../../shared/forms/undo-change';
import { Button } from '../../../../ui/button';
import { CopyButton } from '../../../../ui/copy-button';
import { DeleteByName } from '../../../../ui/delete-by-name';
import { FailureNotice } from '../../../../ui/failure-notice';
import { FlagChip } from '../../../../ui/flag-chip';
import { InlineMarkdown } from '../../../../ui/inline-markdown';
import { joinLines } from '../../../../ui/join-lines';
import layout from '../../../../ui/layout.module.css';
import { LinkButton } from '../../../../ui/link-button';
import { NameLockup } from '../../../../ui/name-lockup';
import { Notice } from '../../../../ui/notice';
import { Skeleton } from '../../../../ui/skeleton';
import { Time } from '../../../../ui/time';
import { toast } from '../../../../ui/toast-store';
import { schemaOf, useEditEventType, useEventType, useExpungeEventType } from '../../../data/use-catalog';
import { useEditTimes } from '../../../data/working-copy/use-edit-times';
import { deprecationText } from '../../../parts/deprecation-text';
import { TheirChange } from '../../../parts/their-change';
import { useCommand } from '../../../platform/commands/command-store';
import { useThingInView } from '../../../platform/commands/thing-in-view';
import { useInstance, useTo } from '../../../platform/instance';
import { useWhenMay } from '../../../platform/use-when-may';
import { EventTypeUsage } from '../event-type-usage';
import { asInput } from '../files/export-event-types';
import { EditEventType } from './edit-event-type';
import styles from './event-type-detail.module.css';
import { EventTypeExample } from './event-type-example';
import { EventTypeHistory } from './event-type-history';
import { EventTypeTabs, tabIn } from './event-type-tabs';
import { EventTypeTypescript } from './event-type-typescript';
import { SchemaAndExample } from './schema-and-example';
import { bringBack, readReach, useHistory } from './use-history';

/** One event type: its meaning, its audience and its content. */
export function EventTypeDetail() {
  const { name = '' } = useParams();
  const type = useEventType(name);
  const [address] = useSearchParams();
  const tab = tabIn(address.get('tab') ?? '', useInstance().isFolder);
  if (type.isPending) return <Skeleton what={name} />;
  // Data loaded before it was deleted is still there, but no longer true.
  if (!type.data || type.error?.status === 404) {
    return (
      <div className={styles.page}>
        {type.error?.status === 404 ? (
          <DeletedEventType key={name} name={name} cause={type.error} />
        ) : (
          <FailureNotice
            title={`${name} could not be loaded`}
            cause={type.error}
            onRetry={() => void type.refetch()}
          />
        )}
      </div>
    );
  }
  return (
    <article className={styles.page}>
      <TheirChange name={name} />
      <Head key={name} type={type.data} />
      <EventTypeTabs name={name} tab={tab} search={address.toString()} />
      {(tab === 'schema' || (tab === 'example' && schemaOf(type.data) === null)) && (
        <SchemaAndExample type={type.data} />
      )}
      {tab === 'example' && schemaOf(type.data) !== null && <EventTypeExample key={name} type={type.data} />}
      {tab === 'typescript' && <EventTypeTypescript type={type.data} />}
      {tab === 'usage' && <EventTypeUsage type={type.data} />}
      {tab === 'history' && <EventTypeHistory key={name} name={name} />}
    </article>
  );
}

function Head({ type }: { readonly type: EventTypeOut }) {
  const to = useTo();
  const navigate = useNavigate();
  const { catalog, isCopy } = useInstance();
  const [open, setOpen] = useState<'edit' | 'flags' | 'delete' | null>(null);
  const patch = useEditEventType(type.name);
  const expunge = useExpungeEventType(type.name);
  const close = () => setOpen(null);
  const { toggle } = useArchive(type, patch);
  useTypeCommands({ type, open: setOpen, toggle: patch.isPending ? null : toggle });
  return (
    <header className={layout.stack3}>
      <div className={layout.pageHead}>
        <h2 className={`${layout.line1} ${layout.shrinking} ${styles.title}`}>
          <NameLockup name={type.name} size="title" />
          <CopyButton text={type.name} what="name" />
        </h2>
        <div className={layout.row}>
          {!type.archived && (
            <LinkButton
              needs="POST /app/{app}/msg"
              to={`${to('send')}?type=${encodeURIComponent(type.name)}`}
              icon={<Send aria-hidden />}
            >
              Send test
            </LinkButton>
          )}
          <Button
            icon={<Pencil aria-hidden />}
            needs="PATCH /event-type/{name}"
            onPress={() => setOpen('edit')}
          >
            Edit
          </Button>
          <Button
            icon={type.archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
            isDisabled={patch.isPending}
            needs="PATCH /event-type/{name}"
            onPress={toggle}
          >
            {type.archived ? 'Unarchive' : 'Archive'}
          </Button>
          {type.archived && (
            <Button
              kind="danger"
              icon={<Trash2 aria-hidden />}
              needs="DELETE /event-type/{name}"
              onPress={() => setOpen('delete')}
            >
              Delete for good
            </Button>
          )}
        </div>
      </div>
      {patch.error && <FailureNotice title="Nothing was changed" cause={patch.error} />}
      {type.description ? (
        <p className={styles.description}>
          <InlineMarkdown text={joinLines(type.description)} />
        </p>
      ) : (
        <p className={layout.muted}>No description. Customers see only the name.</p>
      )}
      <Facts type={type} />
      {(open === 'edit' || open === 'flags') && (
        <EditEventType type={type} at={open === 'flags' ? 'flags' : 'top'} onClose={close} />
      )}
      {open === 'delete' && (
        <DeleteByName
          what="event type"
          name={type.name}
          consequence="Removes it from the catalog, with its description, schema and flags. Its history is kept, and you can restore it from there. Endpoints that filter on it keep the name, and messages of that name can still be sent."
          pending={expunge.isPending}
          error={expunge.error}
          onClose={close}
          onDelete={() =>
            whenDone(expunge.mutateAsync(), () => {
              void navigate(to('catalog'), { replace: true });
              toast(`Deleted ${type.name}`, () =>
                // A working copy has no history to restore it from.
                isCopy
                  ? catalog.call('POST /event-type', { body: asInput(type) })
                  : bringBack(catalog, type.name),
              );
            })
          }
        />
      )}
    </header>
  );
}

interface TypeCommandsParts {
  readonly type: EventTypeOut;
  /** Opens a sheet. */
  readonly open: (sheet: 'edit' | 'flags' | 'delete') => void;
  /** Archives or unarchives it; null while that is being saved. */
  readonly toggle: (() => void) | null;
}

function useTypeCommands({ type, open, toggle }: TypeCommandsParts): void {
  const to = useTo();
  const navigate = useNavigate();
  const when = useWhenMay();
  useThingInView(type.name);
  useCommand(
    'edit',
    when('PATCH /event-type/{name}', () => open('edit')),
    `Edit ${type.name}`,
    true,
  );
  useCommand(
    'set-flag',
    when('PATCH /event-type/{name}', () => open('flags')),
    `Set the flags of ${type.name}`,
  );
  useCommand(
    'event-type-archive',
    toggle && when('PATCH /event-type/{name}', toggle),
    type.archived ? `Unarchive ${type.name}` : `Archive ${type.name}`,
    true,
  );
  useCommand(
    'event-type-schema',
    () => void navigate(to('catalog', type.name, 'schema')),
    `Edit the schema of ${type.name}`,
    true,
  );
  useCommand(
    'event-type-test',
    type.archived
      ? null
      : when(
          'POST /app/{app}/msg',
          () => void navigate(`${to('send')}?type=${encodeURIComponent(type.name)}`),
        ),
    `Send a ${type.name} message`,
    true,
  );
  useCommand(
    'delete',
    type.archived ? when('DELETE /event-type/{name}', () => open('delete')) : null,
    `Delete ${type.name}`,
    true,
  );
}

function Facts({ type }: { readonly type: EventTypeOut }) {
  const flags = type.featureFlags ?? [];
  const { isCopy } = useInstance();
  const edits = useEditTimes().data;
  // A working copy only knows when something was edited here.
  const changedAt = isCopy ? edits?.get(type.name) : type.updatedAt;
  return (
    <dl className={`${layout.wrap} ${layout.meta} ${styles.facts}`}>
      <div>
        <dt>Seen by</dt>
        <dd>
          {flags.length === 0 ? 'everyone' : flags.map((flag) => <FlagChip key={flag} flag={flag} />)}
          {flags.length > 0 && (
            <span className={layout.muted}>customers with one of these flags; does not affect delivery</span>
          )}
        </dd>
      </div>
      {type.groupName && (
        <div>
          <dt>Group</dt>
          <dd>
            <code>{type.groupName}</code>
          </dd>
        </div>
      )}
      {(type.archived || type.deprecated) && (
        <div>
          <dt>State</dt>
          <dd>
            {[
              type.archived && 'archived: hidden from lists and new filters',
              type.deprecated && deprecationText(type),
            ]
              .filter(Boolean)
              .join(', ')}
          </dd>
        </div>
      )}
      {changedAt !== undefined && (
        <div>
          <dt>Changed</dt>
          <dd>
            <Time at={changedAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Shown for an event type that does not exist: its history if it was deleted, otherwise that there is none. */
function DeletedEventType({ name, cause }: { readonly name: string; readonly cause: unknown }) {
  const { isCopy } = useInstance();
  const to = useTo();
  const history = useHistory(name);
  const newest = history.data?.pages[0]?.data[0];
  if (isCopy) {
    return (
      <Notice
        tone="info"
        title={`${name} is not in the working copy`}
        actions={
          <LinkButton size="small" to={to('changes')}>
            Review changes
          </LinkButton>
        }
      >
        If it was removed here, discard that change to restore it.
      </Notice>
    );
  }
  if (history.isPending) return <Skeleton what={name} />;
  if (!newest) return <FailureNotice title={`There is no event type ${name}`} cause={cause} />;
  return (
    <>
      <Notice tone="info" title={`${name} is no longer in the catalog`}>
        {newest.author ?? 'Someone'} deleted it <Time at={newest.createdAt} />. Its history is kept. Restore a
        version to add it again.
      </Notice>
      <EventTypeHistory name={name} />
    </>
  );
}

/**
 * Archives or unarchives an event type, says who still receives it, and offers to undo that. A failure is in
 * `patch.error`.
 */
function useArchive(type: EventTypeOut, patch: ReturnType<typeof useEditEventType>) {
  const { api, isCopy } = useInstance();
  const { name, archived } = type;
  const [before, after] = [{ archived }, { archived: !archived }];
  const toggle = () =>
    whenDone(patch.save({ opened: before, mine: after }), async () => {
      // A working copy delivers nothing, and the instance may be offline.
      const reach = archived || isCopy ? '' : await readReach(api, name);
      const done = archived ? `Unarchived ${name}` : `Archived ${name}`;
      toast(
        reach ? `${done}. ${reach}` : done,
        () => undoChange(patch.save, { before, after }),
        `whether ${name} is archived`,
      );
    });
  return { toggle };
}
