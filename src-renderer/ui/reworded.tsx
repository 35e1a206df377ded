import { capitalize } from './capitalize';
import { useUiLabels } from './ui-labels';

interface RewordedProps {
  /** In English, as the server or the reader of a text has said it. */
  readonly sentence: string;
  /** True: it begins a sentence. */
  readonly isFirst?: boolean;
}

/** What was said in English, in the language of the reader; marked as English where that has no words for it. */
export function Reworded({ sentence, isFirst = false }: RewordedProps) {
  const { reword } = useUiLabels();
  const own = reword ? reword(sentence) : sentence;
  const shown = isFirst ? capitalize(own ?? sentence) : (own ?? sentence);
  return own === null ? <span lang="en">{shown}</span> : shown;
}
