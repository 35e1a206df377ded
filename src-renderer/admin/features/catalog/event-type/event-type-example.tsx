import { Pencil, Send } from 'lucide-react';
import { useState } from 'react';
import type { EventTypeOut, GenerateExampleOut } from '../../../../../src-server/contract/event-type';
import { stringifyOrdered } from '../../../../../src-server/json-schema/ordered-json';
import { isObject } from '../../../../../src-server/json-schema/plain-json';
import { VariantChips } from '../../../../shared/schema-view/variant-chips';
import { Button } from '../../../../ui/button';
import { CodeBlock } from '../../../../ui/code-block';
import layout from '../../../../ui/layout.module.css';
import { Unread } from '../../../../ui/unread';
import { schemaOf, useExample } from '../../../data/use-catalog';
import { ExampleNotices } from '../../../parts/example-notices';
import { useAddressValue } from '../../../platform/use-address-value';
import { EditExample } from './edit-example';
import styles from './event-type-detail.module.css';
import { SendTest } from './send-test';

/** The example of an event type: which variant, whether it matches the schema, and its actions. */
export function EventTypeExample({ type }: { readonly type: EventTypeOut }) {
  const [address, setAddress] = useAddressValue('variant');
  const chosen = /^\d{1,2}$/.test(address) ? Number(address) : null;
  const asSuch = useExample(type);
  const variants = asSuch.data?.variants ?? [];
  const variant = chosen !== null && chosen < variants.length ? chosen : null;
  const ofVariant = useExample(type, variant);
  const example = variant === null ? asSuch : ofVariant;
  const [open, setOpen] = useState<'edit' | 'send' | null>(null);
  const close = () => setOpen(null);
  const hasAuthors = asSuch.data?.source === 'author';
  const refused = example.data?.refusedExample;
  const canHold = typeof schemaOf(type) === 'object';
  return (
    <div className={styles.example}>
      <VariantChips
        variants={variants}
        chosen={variant}
        hasAuthors={hasAuthors}
        onChoose={(next) => setAddress(next === null ? '' : String(next))}
      />
      <Unread what="the example" title="No example could be generated" query={example} />
      {example.data && open === 'edit' && (
        <EditExample
          key={variant}
          type={type}
          example={refused?.example ?? example.data.example}
          hasOwn={hasAuthors || refused !== undefined}
          onClose={close}
        />
      )}
      {example.data && open !== 'edit' && (
        <>
          <CodeBlock
            label="Example"
            text={stringifyOrdered(example.data.example, 2)}
            maxHeight="min(60dvh, 640px)"
            remark={example.data.source === 'author' ? 'custom example' : 'generated from the schema'}
          />
          <ExampleNotices made={example.data} />
          <div className={layout.row}>
            {canHold && (
              <Button
                size="small"
                icon={<Pencil aria-hidden />}
                needs="PATCH /event-type/{name}"
                onPress={() => setOpen('edit')}
              >
                {editLabel(example.data)}
              </Button>
            )}
            <Button
              size="small"
              icon={<Send aria-hidden />}
              isDisabled={!isObject(example.data?.example)}
              needs="POST /app/{app}/msg"
              onPress={() => setOpen('send')}
            >
              Send as test
            </Button>
          </div>
          {!isObject(example.data?.example) && (
            <p className={layout.metaInline}>Only a JSON object can be sent as a message payload.</p>
          )}
        </>
      )}
      {open === 'send' && <SendTest eventType={type.name} payload={example.data?.example} onClose={close} />}
    </div>
  );
}

function editLabel({ source, problems, refusedExample }: GenerateExampleOut): string {
  if (source === 'author') return 'Edit example';
  if (refusedExample) return 'Edit the invalid example';
  return problems.length > 0 ? 'Write an example' : 'Save as custom example';
}
