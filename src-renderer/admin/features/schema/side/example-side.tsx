import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { fromValue, type JsonNode } from '../../../../../src-server/json-schema/json-node';
import { parseOrdered, stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { VariantChips } from '../../../../shared/schema-view/variant-chips';
import { Button } from '../../../../ui/button';
import { CodeBlock } from '../../../../ui/code-block';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { Skeleton } from '../../../../ui/skeleton';
import { ExampleNotices } from '../../../parts/example-notices';
import { withExample } from '../../../parts/with-example';
import { useInstance } from '../../../platform/instance';
import type { SchemaDocument } from '../draft/use-schema-draft';
import { useSettled } from '../draft/use-schema-problems';
import { edited } from '../model/edit-outcome';

/** The example of the current document, one for each variant, and a way to make it the author's own. */
export function ExampleSide({ document }: { readonly document: SchemaDocument }) {
  const { text, root, edit } = document;
  const settled = useSettled(text);
  const [chosen, setChosen] = useState<number | null>(null);
  const asSuch = useDraftExample(settled, null, settled === text);
  const variants = asSuch.data?.variants ?? [];
  const variant = chosen !== null && chosen < variants.length ? chosen : null;
  const ofVariant = useDraftExample(settled, variant, settled === text && variant !== null);
  const example = variant === null ? asSuch : ofVariant;
  const hasAuthors = asSuch.data?.source === 'author';
  if (example.error)
    return <FailureNotice title="The example could not be generated" cause={example.error} />;
  if (!example.data) return <Skeleton what="the example" />;
  const { example: made, source } = example.data;
  const setExample = (now: JsonNode) =>
    edited(now.kind === 'object' ? withExample(now, fromValue(made)) : now, 'Set the example', []);
  return (
    <div className={layout.stack2}>
      <VariantChips variants={variants} chosen={variant} hasAuthors={hasAuthors} onChoose={setChosen} />
      <CodeBlock
        label="Example"
        text={stringifyOrdered(made, 2)}
        remark={source === 'author' ? 'custom example' : 'generated from the schema'}
      />
      <ExampleNotices made={example.data} />
      {root.kind === 'object' && source === 'generated' && (
        <div>
          <Button size="small" icon={<Pencil aria-hidden />} onPress={() => edit(setExample)}>
            {example.data.problems.length > 0 ? 'Write an example' : 'Save as custom example'}
          </Button>
          <p className={`${layout.below1} ${layout.meta}`}>
            Adds this to the schema as its first example, where you can edit it.
          </p>
        </div>
      )}
    </div>
  );
}

function useDraftExample(text: string, variant: number | null, isWanted: boolean) {
  const { id, catalog: api } = useInstance();
  return useQuery({
    queryKey: [id, 'schema-example', text, variant],
    queryFn: ({ signal }) =>
      api.call(
        'POST /event-type/schema/generate-example',
        { body: { schema: parseOrdered(text), ...(variant === null ? {} : { variant }) } },
        signal,
      ),
    enabled: isWanted,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
}
