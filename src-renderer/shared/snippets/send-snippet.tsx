import { separatePart } from '../../ui/separate-part';
import { Skeleton } from '../../ui/skeleton';
import type { SendCall } from './send-snippets';
import { SNIPPET_LABELS } from './snippet-labels';

/** Code that sends a message to an application of this server. */
export const SendSnippet = separatePart<SendCall>(
  async () => {
    const [{ CodeSnippet }, { SEND_SNIPPETS }] = await Promise.all([
      import('./code-snippet'),
      import('./send-snippets'),
    ]);
    return (call) => (
      <CodeSnippet
        title={SNIPPET_LABELS.send}
        labels={SNIPPET_LABELS}
        snippetIn={(language) => SEND_SNIPPETS[language](call)}
      />
    );
  },
  () => <Skeleton what={SNIPPET_LABELS.waiting} rows={4} />,
);
