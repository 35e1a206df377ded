import type { PayloadCheckOut } from '../../src-server/contract/payload-check';
import { Notice } from '../ui/notice';
import { ProblemList } from './problem-list';

/** What a check of a payload found, in full. */
export function PayloadVerdict({ result }: { readonly result: PayloadCheckOut }) {
  if (result.fits) return <Notice tone="done" title="It fits the schema" />;
  if (result.fits === null) {
    return (
      <Notice tone="info" title="Whether it fits could not be found out">
        {result.reason}
      </Notice>
    );
  }
  const count = result.problems.length;
  return (
    <Notice
      tone="warning"
      title={count === 1 ? 'It does not fit the schema' : `It does not fit the schema in ${count} places`}
    >
      <ProblemList problems={result.problems} />
    </Notice>
  );
}
