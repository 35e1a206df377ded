import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EventTypePicker } from '../../../src-renderer/shared/event-types/event-type-picker';
import { NamesElsewhere } from '../../../src-renderer/shared/event-types/names-elsewhere';
import { PICKER_LABELS } from '../../../src-renderer/shared/event-types/picker-labels';
import type { ListedEventType } from '../../../src-server/contract/event-type-summary';

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
  expect(page).toContain(PICKER_LABELS.elsewhereCount({ count: 1 }));
  expect(page).toContain(PICKER_LABELS.remove({ name: 'order.typed' }));
  expect(page).not.toContain('covert');
});

test('what an endpoint receives is counted of event types that exist, not of names that are typed', () => {
  const type: ListedEventType = {
    ...{ name: 'order.paid', description: '', groupName: 'order', featureFlags: null },
    ...{ archived: false, deprecated: false, updatedAt: '2026-11-03T14:00:00Z' },
  };
  const page = renderToStaticMarkup(
    <EventTypePicker
      types={[type]}
      choice={{ names: new Set(['order.paid', 'order.typo']), groups: new Set() }}
      onChange={() => undefined}
    />,
  );
  expect(page).toContain(PICKER_LABELS.receives({ count: 1, later: 0, groups: '' }));
  expect(page).toContain(PICKER_LABELS.remove({ name: 'order.typo' }));
});
