import type { EndpointFilterTrialOut } from '../../../src-server/contract/endpoint-filter-trial';
import { toApiFailure } from '../../api/api-failure';
import { Reason } from '../../ui/failure-notice';
import layout from '../../ui/layout.module.css';
import { Reworded } from '../../ui/reworded';
import type { FilterWords } from './filter-words';
import type { useFilterTrial } from './use-filter-trial';

interface TrialProps {
  readonly trial: ReturnType<typeof useFilterTrial>;
  /** False: there is nothing to try, or it is refused. */
  readonly isAsked: boolean;
  readonly words: FilterWords['trial'];
}

/** What a filter would have let through of the newest messages. */
export function FilterTrial({ trial: { data, error }, isAsked, words }: TrialProps) {
  const sentence = () => {
    if (error)
      return (
        <>
          {words.failed}: <Reason failure={toApiFailure(error)} />
        </>
      );
    if (!data) return words.busy;
    return data.examined === 0
      ? words.nothing
      : words.matched({ matched: data.matched, examined: data.examined });
  };
  return (
    <>
      {/* Always there, so that screen readers notice when a result appears in it. */}
      <p role="status" className={layout.meta}>
        {isAsked && sentence()}
      </p>
      {isAsked && data && data.examined > 0 && (
        <details className={layout.breakable}>
          <summary>{words.messages}</summary>
          <Named title={words.matching} messages={data.matching} />
          <Named title={words.notMatching} messages={data.notMatching} />
        </details>
      )}
    </>
  );
}

interface NamedProps {
  readonly title: string;
  readonly messages: EndpointFilterTrialOut['matching'] | EndpointFilterTrialOut['notMatching'];
}

/** Some of the messages; nothing if there are none. */
function Named({ title, messages }: NamedProps) {
  if (messages.length === 0) return null;
  return (
    <div className={`${layout.below2} ${layout.stack1}`}>
      <p className={layout.label}>{title}</p>
      <ul className={layout.stackClosest}>
        {messages.map(({ messageId, eventType, ...more }) => (
          <li key={messageId}>
            {eventType} <code className={layout.codeMeta}>{messageId}</code>
            {'reason' in more && (
              <div className={layout.meta}>
                <Reworded sentence={more.reason} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
