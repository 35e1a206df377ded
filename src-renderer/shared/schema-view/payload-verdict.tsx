import type { PayloadCheckOut } from '../../../src-server/contract/payload-check';
import { Notice } from '../../ui/notice';
import { useUiLabels } from '../../ui/ui-labels';
import { ProblemList } from './problem-list';

/** The full result of a payload check. */
export function PayloadVerdict({ result }: { readonly result: PayloadCheckOut }) {
  const labels = useUiLabels().payload;
  if (result.fits) return <Notice tone="done" title={labels.fits} />;
  if (result.fits === null) {
    return (
      <Notice tone="info" title={labels.unknown}>
        {result.reason}
      </Notice>
    );
  }
  const count = result.problems.length;
  return (
    <Notice tone="warning" title={labels.violation(count)}>
      <ProblemList problems={result.problems} />
    </Notice>
  );
}
