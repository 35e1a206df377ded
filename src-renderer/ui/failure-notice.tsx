import { type ApiFailure, TOKEN_KIND, toApiFailure } from '../api/api-failure';
import { Button } from './button';
import layout from './layout.module.css';
import { Notice } from './notice';
import { useUiLabels } from './ui-labels';

interface FailureNoticeProps {
  /** What could not be done: "The catalog could not be read". */
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

/** The reason in the server's words, which are English; in another language, in the words for its kind if there are some. */
function Reason({ failure: { code, detail } }: { readonly failure: ApiFailure }) {
  const { locale, failures } = useUiLabels();
  if (/^en\b/.test(locale)) return detail;
  const own = Object.hasOwn(failures, code) ? failures[code as keyof typeof failures] : null;
  return own ?? <span lang="en">{detail}</span>;
}

function codeOf({ status, code }: ApiFailure): string {
  return status === 0 ? code : `${status} ${code}`;
}
