import type { PayloadCheckOut } from '../../../src-server/contract/payload-check';
import { Notice } from '../../ui/notice';
import { useUiWords } from '../../ui/ui-words';
import { ProblemList } from './problem-list';

/** What a check of a payload found, in full. */
export function PayloadVerdict({ result }: { readonly result: PayloadCheckOut }) {
  const words = useUiWords().payload;
  if (result.fits) return <Notice tone="done" title={words.fits} />;
  if (result.fits === null) {
    return (
      <Notice tone="info" title={words.unknown}>
        {result.reason}
      </Notice>
    );
  }
  const count = result.problems.length;
  return (
    <Notice tone="warning" title={words.violation(count)}>
      <ProblemList problems={result.problems} />
    </Notice>
  );
}
