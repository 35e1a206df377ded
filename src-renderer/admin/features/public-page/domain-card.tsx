import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react';
import type { DomainCheckOut } from '../../../../src-server/contract/public-page';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import { CodeBlock } from '../../../ui/code-block';
import { CopyButton } from '../../../ui/copy-button';
import { FailureNotice } from '../../../ui/failure-notice';
import layout from '../../../ui/layout.module.css';
import { NeedsFields } from '../../../ui/needs/needs-fields';
import { TextField } from '../../../ui/text-field';
import { useDomainCheck, usePublicPage } from '../../data/use-public-page';
import { operatorText } from './operator-text';
import styles from './public-page.module.css';

interface DomainCardProps {
  /** As typed. */
  readonly domain: string;
  readonly error: string | null;
  /** As saved; null for none. */
  readonly saved: string | null;
  readonly published: boolean;
  readonly onChange: (domain: string) => void;
}

/** The sender's own host name: its DNS record, whether the record exists, and what the operator has to do. */
export function DomainCard({ domain, error, saved, published, onChange }: DomainCardProps) {
  const page = usePublicPage().data;
  const name = domain.trim().toLowerCase();
  const host = page?.catalogHost ?? null;
  return (
    <section className={styles.part} aria-labelledby="public-page-domain">
      <h2 id="public-page-domain">Custom domain</h2>
      <NeedsFields needs="PATCH /settings catalogDomain">
        <TextField
          label="Host name"
          isRequired={false}
          mono
          value={domain}
          onChange={onChange}
          placeholder="events.example.com"
          hint="A host name of yours that serves this page and nothing else of this server."
          error={error}
        />
      </NeedsFields>
      {name !== '' && !error && (
        <>
          <div className={classNames(layout.stack2, styles.card)}>
            <p className={layout.label}>1. Add this record to your DNS</p>
            <dl className={`${layout.ruled} ${layout.mutedTerms} ${styles.record}`}>
              <Value word="Type" value="CNAME" />
              <Value word="Name" value={name} />
              {host ? (
                <Value word="Value" value={host} />
              ) : (
                <div>
                  <dt>Value</dt>
                  <dd className={`${layout.metaWrapping} ${styles.dnsNote}`}>
                    This server does not know its public name. Ask the operator to set it with{' '}
                    <code>--catalog-host</code>.
                  </dd>
                </div>
              )}
            </dl>
            {saved === name ? (
              <Check />
            ) : (
              <p className={layout.metaWrapping}>Save the domain, then check its record.</p>
            )}
          </div>
          <div className={classNames(layout.stack2, styles.card)}>
            <p className={layout.label}>2. Tell the operator of this server</p>
            <CodeBlock text={operatorText(name, host)} label="Text for the operator" language="text" />
            <p className={styles.row} role="status">
              {saved === name && page?.domainActive ? (
                <>
                  <CircleCheck className={layout.toneDelivered} size={16} aria-hidden /> Activated.{' '}
                  {published
                    ? 'The domain serves the page at its root.'
                    : 'The domain serves the page once it is public.'}
                </>
              ) : (
                <>
                  <CircleHelp className={layout.toneWaiting} size={16} aria-hidden /> Not activated yet. Only
                  the operator can activate it, when starting the server.
                </>
              )}
            </p>
          </div>
        </>
      )}
    </section>
  );
}

function Value({ word, value }: { readonly word: string; readonly value: string }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        <code>{value}</code> <CopyButton text={value} what={`${word.toLowerCase()} of the record`} />
      </dd>
    </div>
  );
}

const ICONS = {
  'points-here': <CircleCheck size={16} aria-hidden className={layout.toneDelivered} />,
  'points-elsewhere': <CircleAlert size={16} aria-hidden className={layout.toneFailed} />,
  missing: <CircleAlert size={16} aria-hidden className={layout.toneWaiting} />,
  unknown: <CircleHelp size={16} aria-hidden className={layout.toneWaiting} />,
} as const satisfies Record<DomainCheckOut['state'], unknown>;

function Check() {
  const check = useDomainCheck();
  return (
    <>
      <p className={styles.row}>
        <Button
          size="small"
          isDisabled={check.isPending}
          needs="GET /public-page/domain-check"
          onPress={() => check.mutate()}
        >
          {check.isPending ? 'Checking the record…' : 'Check the record'}
        </Button>
      </p>
      {check.data && (
        <p className={styles.verdict} role="status">
          {ICONS[check.data.state]} <span>{check.data.message}</span>
        </p>
      )}
      {check.error && <FailureNotice title="The record could not be checked" cause={check.error} />}
    </>
  );
}
