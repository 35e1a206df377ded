import type { JsonFault } from '../../../src-server/json-schema/parse-json';
import { Reworded } from '../../ui/reworded';
import { useUiLabels } from '../../ui/ui-labels';

/** Where a text is not JSON, and why. */
export function JsonFaultText({ fault: { line, column, label } }: { readonly fault: JsonFault }) {
  return (
    <span>
      {useUiLabels().payload.fault({ line, column })}. <Reworded sentence={label} isFirst />.
    </span>
  );
}
