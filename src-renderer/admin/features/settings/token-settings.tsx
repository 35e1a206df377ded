import { useState } from 'react';
import type { TokenOut } from '../../../../src-server/contract/access';
import { isValidName } from '../../../../src-server/contract/names';
import { KIND_SUMMARIES, TOKEN_KINDS, type TokenKind } from '../../../../src-server/contract/token-kinds';
import { whenDone } from '../../../api/when-done';
import { Button } from '../../../ui/button';
import { Choice } from '../../../ui/choice';
import { CopyButton } from '../../../ui/copy-button';
import { useDraft } from '../../../ui/drafts/use-draft';
import { useDrafted } from '../../../ui/drafts/use-drafted';
import { FailureNotice } from '../../../ui/failure-notice';
import { FlagChip } from '../../../ui/flag-chip';
import { FlagsField } from '../../../ui/flags-field';
import layout from '../../../ui/layout.module.css';
import { Notice } from '../../../ui/notice';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { knownFlags, useServedEventTypes } from '../../data/use-catalog';
import { useCreateToken, useRevokeToken, useTokens } from '../../data/use-settings';
import { ConfirmPair } from '../../parts/confirm-pair';
import styles from '../../parts/settings.module.css';
import { useInstance } from '../../platform/instance';

const KIND_LABELS: Readonly<Record<TokenKind, string>> = {
  full: 'Full access',
  reader: 'Reader',
  support: 'Support',
  catalog: 'Catalog',
};

/** Tokens for people and programs: creates, lists and revokes them. */
export function TokenSettings() {
  const tokens = useTokens();
  const create = useCreateToken();
  const [creating, setCreating] = useState(false);
  return (
    <section className={styles.section} aria-labelledby="token-settings">
      <header>
        <h2 id="token-settings">Tokens</h2>
        <p className={layout.lead}>
          People log in with a token, and programs authenticate with one. Give each its own, so you can revoke
          one without the others. See the{' '}
          <a href="/docs" target="_blank" rel="noopener noreferrer">
            API documentation
          </a>
          .
        </p>
      </header>
      <div>
        <Button
          needs="POST /auth/token"
          onPress={() => {
            create.reset();
            setCreating(true);
          }}
        >
          New token
        </Button>
      </div>
      {create.data && (
        <Notice tone="done" title={`Token “${create.data.name}”. Copy it now: it is not shown again.`}>
          <span className={`${layout.line2} ${layout.below1} ${styles.secret}`} data-testid="new-token">
            {create.data.token} <CopyButton text={create.data.token} what="token" withWord />
          </span>
        </Notice>
      )}
      {!tokens.data && <Unread what="the tokens" rows={3} query={tokens} />}
      {tokens.data?.length === 0 && (
        <p className={layout.metaWrapping}>None yet, except the admin token of this instance.</p>
      )}
      <ul className={styles.rows}>
        {tokens.data?.map((token) => (
          <Row key={token.id} token={token} />
        ))}
      </ul>
      {creating && <CreateToken create={create} onClose={() => setCreating(false)} />}
    </section>
  );
}

function Row({ token }: { readonly token: TokenOut }) {
  const [asking, setAsking] = useState(false);
  const revoke = useRevokeToken();
  return (
    <li>
      <span className={styles.grow}>
        <span className={styles.name}>
          {token.name}
          {token.featureFlags?.map((flag) => (
            <FlagChip key={flag} flag={flag} />
          ))}
        </span>
        <span className={layout.metaWrapping}>
          {token.featureFlags ? 'Customer view' : KIND_LABELS[token.kind]}, created{' '}
          <Time at={token.createdAt} />,{' '}
          {token.lastUsedAt ? (
            <>
              last used <Time at={token.lastUsedAt} />
            </>
          ) : (
            'never used'
          )}
          {token.expiresAt && (
            <>
              , expires <Time at={token.expiresAt} as="ahead" />
            </>
          )}
        </span>
      </span>
      {asking ? (
        <ConfirmPair
          confirm="Revoke now"
          isPending={revoke.isPending}
          onKeep={() => setAsking(false)}
          onConfirm={() => revoke.mutate(token.id)}
        />
      ) : (
        <Button
          size="small"
          kind="quiet"
          aria-label={`Revoke ${token.name}`}
          needs="DELETE /auth/token/{token}"
          onPress={() => setAsking(true)}
        >
          Revoke
        </Button>
      )}
      {revoke.error && <FailureNotice title="The token was not revoked" cause={revoke.error} />}
    </li>
  );
}

interface CreateTokenProps {
  readonly create: ReturnType<typeof useCreateToken>;
  readonly onClose: () => void;
}

function CreateToken({ create, onClose }: CreateTokenProps) {
  const types = useServedEventTypes();
  const form = useDraft(`${useInstance().id}/new-token`, null, onClose);
  const [name, setName] = useDrafted(form, 'name', '');
  const [access, setAccess] = useDrafted<TokenKind | 'flags'>(form, 'access', 'full');
  const [flags, setFlags] = useDrafted<readonly string[]>(form, 'flags', []);
  const isComplete = name.trim() !== '' && (access !== 'flags' || flags.every(isValidName));
  const submit = () =>
    whenDone(
      create.mutateAsync({
        name: name.trim(),
        ...(access === 'flags' ? { featureFlags: [...flags] } : { kind: access }),
      }),
      () => form.saved(null),
    );
  return (
    <Sheet
      title="New token"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button kind="primary" isDisabled={!isComplete || create.isPending} onPress={submit}>
            Create token
          </Button>
        </>
      }
    >
      <TextField
        label="Purpose"
        autoFocus
        value={name}
        onChange={setName}
        placeholder="Billing service"
        error={create.error?.fieldError('name') ?? null}
      />
      <Choice
        label="Access"
        value={access}
        onChange={setAccess}
        options={[
          ...TOKEN_KINDS.map((kind) => ({
            value: kind,
            label: KIND_LABELS[kind],
            hint: KIND_SUMMARIES[kind],
          })),
          {
            value: 'flags' as const,
            label: 'Customer view',
            hint: 'Read-only. Sees event types without a flag or with the flags below, and nothing else that customers cannot see.',
          },
        ]}
      />
      {access === 'flags' && (
        <FlagsField label="Feature flags" flags={flags} onChange={setFlags} known={knownFlags(types.data)} />
      )}
      {create.error && <FailureNotice title="No token was created" cause={create.error} />}
    </Sheet>
  );
}
