import type { ComponentType, ReactNode } from 'react';
import type { PollingEndpointOut } from '../../../src-server/contract/polling-endpoint';
import { CodeBlock } from '../../ui/code-block';
import { CopyButton } from '../../ui/copy-button';
import { inserted, slot } from '../../ui/inserted';
import layout from '../../ui/layout.module.css';
import { Time } from '../../ui/time';
import { useUiLabels } from '../../ui/ui-labels';
import { withinSentence } from '../../ui/within-sentence';
import { filterText } from '../endpoint/filter-text';
import { PollSnippet } from '../snippets/poll-snippet';
import type { SnippetLabels } from '../snippets/snippet-labels';
import { PollingConsumers } from './polling-consumers';
import { pollUrl } from './polling-state';
import { PollingToken } from './polling-token';
import type { PollingWords } from './polling-words';

/** A word, and what it says of a polling endpoint. */
export interface PollingFact {
  readonly word: string;
  readonly value: ReactNode;
}

interface PollingBodyProps {
  readonly appId: string;
  readonly poller: PollingEndpointOut;
  /** Where the server is reached. */
  readonly origin: string;
  readonly words: PollingWords;
  readonly snippetLabels: SnippetLabels;
  /** Its event types, as the page shows them. */
  readonly events: ReactNode;
  readonly mayManage: boolean;
  readonly mayReadToken: boolean;
  readonly mayRotateToken: boolean;
  /** How the page draws a section and a list of facts. */
  readonly Section: ComponentType<{ readonly title: string; readonly children: ReactNode }>;
  readonly Facts: ComponentType<{ readonly facts: readonly PollingFact[] }>;
}

/** A polling endpoint below its name: its consumers, how to poll it, its token and its settings. */
export function PollingBody({ appId, poller, words, Section, Facts, ...props }: PollingBodyProps) {
  const { origin, mayManage, mayReadToken, mayRotateToken } = props;
  const { locale } = useUiLabels();
  const url = pollUrl(origin, appId, poller.id);
  return (
    <>
      <Section title={words.consumers.title}>
        <PollingConsumers appId={appId} pollerId={poller.id} words={words} mayManage={mayManage} />
      </Section>
      {(mayReadToken || mayRotateToken) && (
        <Section title={words.token.title}>
          <PollingToken
            {...{ appId, pollerId: poller.id, words: words.token }}
            mayRead={mayReadToken}
            mayRotate={mayRotateToken}
          />
        </Section>
      )}
      <Section title={words.poll.title}>
        <p className={layout.lead}>
          {inserted(words.poll.text({ at: slot(0) }), <Time at={poller.createdAt} as="since" />)}{' '}
          {words.poll.position}
        </p>
        <p>
          <code className={layout.breakable}>{url}</code> <CopyButton text={url} what={words.poll.copy} />
        </p>
        <PollSnippet {...{ origin, app: appId, poller: poller.id }} labels={props.snippetLabels} />
      </Section>
      <Section title={words.facts.title}>
        <Facts facts={factsOf(poller, words.facts, props.events, locale)} />
      </Section>
    </>
  );
}

function factsOf(
  { id, uid, channels, filter, createdAt }: PollingEndpointOut,
  words: PollingWords['facts'],
  events: ReactNode,
  locale: string,
): readonly PollingFact[] {
  const copied = (word: string, text: string): PollingFact => ({
    word,
    value: (
      <>
        <code>{text}</code> <CopyButton text={text} what={withinSentence(word, locale)} />
      </>
    ),
  });
  const json = filter && <CodeBlock text={filterText(filter)} label={words.json} maxHeight="240px" />;
  return [
    { word: words.events, value: events },
    ...(channels ? [{ word: words.channels, value: channels.join(', ') }] : []),
    ...(json ? [{ word: words.filter, value: json }] : []),
    { word: words.added, value: <Time at={createdAt} /> },
    ...(uid === null ? [] : [copied(words.uid, uid)]),
    copied(words.id, id),
  ];
}
