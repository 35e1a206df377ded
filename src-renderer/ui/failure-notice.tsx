import { Fragment } from 'react';
import { type ApiFailure, TOKEN_KIND, toApiFailure } from '../api/api-failure';
import { Button } from './button';
import layout from './layout.module.css';
import { Notice } from './notice';
import { Reworded } from './reworded';
import { useUiLabels } from './ui-labels';

interface FailureNoticeProps {
  /** What could not be done: "The catalog could not be loaded". */
  readonly title: string;
  /** Anything that was caught. */
  readonly cause: unknown;
  /** Retries; absent if that would not help. */
  readonly onRetry?: () => void;
}

/**
 * A failed call: what failed, the reason in the server's words, its code, and a retry. What the token may not read or do
 * did not fail: its reason is a quiet line.
 */
export function FailureNotice({ title, cause, onRetry }: FailureNoticeProps) {
  const failure = toApiFailure(cause);
  const labels = useUiLabels();
  if (failure.code === TOKEN_KIND)
    return (
      <p className={layout.muted}>
        <Reason failure={failure} />
      </p>
    );
  return (
    <Notice
      tone="error"
      title={title}
      actions={
        onRetry && (
          <Button size="small" onPress={onRetry}>
            {labels.tryAgain}
          </Button>
        )
      }
    >
      <Reason failure={failure} /> <code>{codeOf(failure)}</code>
    </Notice>
  );
}

/**
 * The reason in the server's words, which are English. In another language, what it says there, or the words for its kind,
 * which are less exact.
 */
export function Reason({ failure: { code, detail, items } }: { readonly failure: ApiFailure }) {
  const { reword, failures } = useUiLabels();
  if (!reword) return detail;
  if (items.length > 0)
    return items.map(({ loc, msg }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      <Fragment key={at}>
        {at > 0 && ' '}
        {loc.length > 1 && <span translate="no">{loc.slice(1).join('.')}: </span>}
        <Reworded sentence={msg} />
      </Fragment>
    ));
  const ofKind = Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : null;
  return reword(detail) ?? ofKind ?? <Reworded sentence={detail} />;
}

function codeOf({ status, code }: ApiFailure): string {
  return status === 0 ? code : `${status} ${code}`;
}
