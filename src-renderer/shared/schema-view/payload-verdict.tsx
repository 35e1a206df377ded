import type { PayloadCheckOut } from '../../../src-server/contract/payload-check';
import { Notice } from '../../ui/notice';
import { Reworded } from '../../ui/reworded';
import { useUiLabels } from '../../ui/ui-labels';
import { type PayloadPlaces, ProblemList } from './problem-list';

interface PayloadVerdictProps {
  readonly result: PayloadCheckOut;
  /** Where the violations are in the text that was checked; absent: the text is not on the page. */
  readonly places?: PayloadPlaces | undefined;
}

/** The full result of a payload check. */
export function PayloadVerdict({ result, places }: PayloadVerdictProps) {
  const labels = useUiLabels().payload;
  if (result.fits) return <Notice tone="done" title={labels.fits} />;
  if (result.fits === null) {
    return (
      <Notice tone="info" title={labels.unknown}>
        {result.reason !== null && <Reworded sentence={result.reason} />}
      </Notice>
    );
  }
  const count = result.problems.length;
  return (
    <Notice tone="warning" title={labels.violation({ places: count })}>
      <ProblemList problems={result.problems} places={places} />
    </Notice>
  );
}
