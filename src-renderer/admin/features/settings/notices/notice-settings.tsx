import { useState } from 'react';
import type { NoticeChannelOut } from '../../../../../src-server/contract/notice-channel';
import { Button } from '../../../../ui/button';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Notice } from '../../../../ui/notice';
import { Status } from '../../../../ui/status';
import { Time } from '../../../../ui/time';
import { Unread } from '../../../../ui/unread';
import {
  useNoticeChannels,
  useRemoveChannel,
  useTestChannel,
} from '../../../data/notices/use-notice-channels';
import { ConfirmPair } from '../../../parts/confirm-pair';
import styles from '../../../parts/settings.module.css';
import { AddChannel, EditChannel } from './channel-form';
import { CHANNEL_WORDS, NOTICE_WORDS } from './notice-words';

/** Where people are told what happens: lists, adds, tests, changes and removes channels. */
export function NoticeSettings() {
  const channels = useNoticeChannels();
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="notice-settings">
      <header>
        <h2 id="notice-settings">Notices</h2>
        <p className={layout.lead}>
          Alerts people by chat, e-mail or webhook when an endpoint fails, messages are given up, or the
          service itself needs attention. Notices contain links, but no payloads or secrets. See{' '}
          <a href="/docs/notices" target="_blank" rel="noopener noreferrer">
            Notices
          </a>
          .
        </p>
      </header>
      <div>
        <Button needs="POST /notice-channels" onPress={() => setAdding(true)}>
          Add a channel
        </Button>
      </div>
      {!channels.data && <Unread what="the channels" rows={3} query={channels} />}
      {channels.data?.length === 0 && (
        <p className={layout.metaWrapping}>No channels yet. Add one to get notices.</p>
      )}
      {channels.data && channels.data.length > 0 && (
        <ul className={styles.rows} aria-label="Channels">
          {channels.data.map((channel) => (
            <Row key={channel.id} channel={channel} />
          ))}
        </ul>
      )}
      {adding && <AddChannel onClose={() => setAdding(false)} />}
    </section>
  );
}

function Row({ channel }: { readonly channel: NoticeChannelOut }) {
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  const remove = useRemoveChannel();
  const test = useTestChannel();
  const { id, name, failing } = channel;
  return (
    <li>
      <span className={styles.grow}>
        <span className={styles.name}>
          {name} {failing && <Status status="fail" word={failing.gaveUp ? 'Failing' : 'Retrying'} />}
        </span>
        <span className={layout.metaWrapping}>
          {CHANNEL_WORDS[channel.kind]} {wayOf(channel)}
          {channel.disabled && ', off'}
        </span>
        <span className={layout.metaWrapping}>{toldOf(channel)}</span>
        {failing && (
          <span className={layout.metaWrapping}>
            Since <Time at={failing.since} />: {failing.error}
            {failing.gaveUp && ' Notices older than an hour were dropped.'}
          </span>
        )}
      </span>
      {asking ? (
        <ConfirmPair
          confirm="Remove now"
          isPending={remove.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={() => remove.mutate(id)}
        />
      ) : (
        <>
          <Button
            size="small"
            aria-label={`Send a test to ${name}`}
            isDisabled={test.isPending}
            needs="POST /notice-channels/{channel}/test"
            onPress={() => test.mutate(id)}
          >
            {test.isPending ? 'Sending' : 'Send a test'}
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Edit ${name}`}
            needs="PATCH /notice-channels/{channel}"
            onPress={() => setEditing(true)}
          >
            Edit
          </Button>
          <Button
            size="small"
            kind="quiet"
            aria-label={`Remove ${name}`}
            needs="DELETE /notice-channels/{channel}"
            onPress={() => setAsking(true)}
          >
            Remove
          </Button>
        </>
      )}
      {editing && <EditChannel channel={channel} onClose={() => setEditing(false)} />}
      {test.data?.ok && <Notice tone="done" title="Test accepted" />}
      {test.data?.ok === false && (
        <Notice tone="error" title="The test did not arrive">
          {test.data.error}
        </Notice>
      )}
      {test.error && <FailureNotice title="No test was sent" cause={test.error} />}
      {remove.error && <FailureNotice title="The channel was not removed" cause={remove.error} />}
    </li>
  );
}

/** Its address is a secret: its origin says enough. */
function wayOf({ url, to }: NoticeChannelOut): string {
  return url === undefined ? (to ?? []).join(', ') : new URL(url).host;
}

function toldOf({ notices, applications }: NoticeChannelOut): string {
  const words = notices.map((kind) => NOTICE_WORDS[kind].label.toLowerCase());
  const shown =
    words.length > 3 ? `${words.slice(0, 3).join(', ')} and ${words.length - 3} more` : words.join(', ');
  const of =
    applications === null
      ? ''
      : `, of ${applications.length === 1 ? 'one application' : `${applications.length} applications`}`;
  return `Tells: ${shown}${of}`;
}
