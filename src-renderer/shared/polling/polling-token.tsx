import { useState } from 'react';
import { whenDone } from '../../api/when-done';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { FailureNotice } from '../../ui/failure-notice';
import { inserted, slot } from '../../ui/inserted';
import layout from '../../ui/layout.module.css';
import { Notice } from '../../ui/notice';
import { optionsOf } from '../../ui/options-of';
import { Select } from '../../ui/select';
import { Sheet } from '../../ui/sheet';
import { Time } from '../../ui/time';
import type { PollingWords } from './polling-words';
import { usePollingToken } from './use-polling-endpoints';

interface PollingTokenProps {
  readonly appId: string;
  readonly pollerId: string;
  readonly words: PollingWords['token'];
  readonly mayRead: boolean;
  readonly mayRotate: boolean;
}

/** The token of a polling endpoint, hidden until it is asked for; can be replaced, and the new one is shown then. */
export function PollingToken({ appId, pollerId, words, mayRead, mayRotate }: PollingTokenProps) {
  const { token, isNew, readError, show, hide, rotation } = usePollingToken(appId, pollerId);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className={layout.lead}>{words.text}</p>
      {readError && <FailureNotice title={words.notRead} cause={readError} onRetry={show} />}
      {isNew && <Notice tone="done" title={words.rotated} />}
      <div className={`${layout.chips} ${layout.centered}`}>
        <code className={layout.breakable}>{token?.token ?? '••••••••••••••••••••••'}</code>
        {token && <CopyButton text={token.token} what={words.copy} />}
        {token ? (
          <Button size="small" aria-label={words.hide} onPress={hide}>
            {words.hideWord}
          </Button>
        ) : (
          mayRead && (
            <Button
              size="small"
              aria-label={words.show}
              needs="GET /auth/app/{app}/poller/{poller}/token"
              onPress={show}
            >
              {words.showWord}
            </Button>
          )
        )}
        {mayRotate && (
          <Button
            size="small"
            needs="POST /auth/app/{app}/poller/{poller}/token/rotate"
            onPress={() => setAsking(true)}
          >
            {words.rotate}
          </Button>
        )}
      </div>
      {token && (
        <p className={layout.meta}>
          {token.expiresAt === null
            ? words.noExpiry
            : inserted(words.expires({ at: slot(0) }), <Time at={token.expiresAt} as="ahead" />)}
        </p>
      )}
      {asking && <RotateToken rotation={rotation} words={words} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Of the choice of an expiry: none. */
const NEVER = '0';

interface RotateTokenProps {
  readonly rotation: ReturnType<typeof usePollingToken>['rotation'];
  readonly words: PollingWords['token'];
  readonly onClose: () => void;
}

/** Asks how long the new token and those before it work. */
function RotateToken({ rotation, words, onClose }: RotateTokenProps) {
  const [expiry, setExpiry] = useState(NEVER);
  const [old, setOld] = useState('300');
  const rotate = () =>
    whenDone(
      rotation.mutateAsync({
        expiry: expiry === NEVER ? null : Number(expiry),
        oldTokenExpiry: Number(old),
      }),
      onClose,
    );
  return (
    <Sheet
      title={words.rotateTitle}
      placement="center"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words.keep}</Button>
          <Button kind="primary" isDisabled={rotation.isPending} onPress={rotate}>
            {words.rotate}
          </Button>
        </>
      }
    >
      <p>{words.rotateText}</p>
      <Select label={words.expiry} value={expiry} onChange={setExpiry} options={optionsOf(words.expiries)} />
      <Select
        label={words.old}
        value={old}
        onChange={setOld}
        options={optionsOf(words.olds)}
        hint={old === '0' ? words.oldNow : undefined}
      />
      {rotation.error && <FailureNotice title={words.notRotated} cause={rotation.error} />}
    </Sheet>
  );
}
