import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NamesElsewhere } from '../../../src-renderer/shared/event-types/names-elsewhere';
import { PICKER_LABELS } from '../../../src-renderer/shared/event-types/picker-labels';

test('of event types that are not in the catalog of a customer, those it typed are named and can be removed', () => {
  const names = ['order.covert', 'order.typed'];
  const page = renderToStaticMarkup(
    <NamesElsewhere
      chosen={new Set(names)}
      elsewhere={names}
      unnamed={new Set(['order.covert'])}
      onChange={() => undefined}
      labels={PICKER_LABELS}
    />,
  );
  expect(page).toContain(PICKER_LABELS.elsewhereCount(1));
  expect(page).toContain(PICKER_LABELS.remove('order.typed'));
  expect(page).not.toContain('covert');
});
