import { withoutInvisible } from '../../../src-server/json-schema/invisible-characters';
import { parseJson } from '../../../src-server/json-schema/parse-json';
import { Button } from '../../ui/button';
import { useUiLabels } from '../../ui/ui-labels';

interface RemoveInvisibleProps {
  /** What is no JSON. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Offers to remove the invisible characters that keep a text from being JSON; nothing if it has another fault. */
export function RemoveInvisible({ text, onText }: RemoveInvisibleProps) {
  const labels = useUiLabels().payload;
  const parsed = parseJson(text);
  if (parsed.ok || !parsed.fault.isInvisible) return null;
  return (
    <Button size="small" onPress={() => onText(withoutInvisible(text))}>
      {labels.removeInvisible}
    </Button>
  );
}
