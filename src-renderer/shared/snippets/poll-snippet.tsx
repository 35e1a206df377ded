import { separatePart } from '../../ui/separate-part';
import { Skeleton } from '../../ui/skeleton';
import type { PollCall } from './poll-snippets';
import type { SnippetLabels } from './snippet-labels';

/** Code that polls a polling endpoint of this server. */
export const PollSnippet = separatePart<PollCall & { readonly labels: SnippetLabels }>(
  async () => {
    const [{ CodeSnippet }, { POLL_SNIPPETS }] = await Promise.all([
      import('./code-snippet'),
      import('./poll-snippets'),
    ]);
    return ({ labels, ...call }) => (
      <CodeSnippet
        title={labels.poll}
        labels={labels}
        snippetIn={(language) => POLL_SNIPPETS[language](call)}
      />
    );
  },
  ({ labels }) => <Skeleton what={labels.waiting} rows={4} />,
);
