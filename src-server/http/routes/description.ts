import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WrittenDescription } from '../../contract/api-description';
import { descriptionOperations } from '../../contract/operations/description';
import { VERSION } from '../../version';
import { describeRows } from '../description/describe-api';
import { withSharedParts } from '../description/shared-parts';
import { rawJson } from '../raw-json';
import { type Route, route } from '../route';

const ROWS_AT_ONCE = 10;

/** The description of the API itself, for programs; `/docs` shows the same to people. */
export function descriptionRoutes(rows: () => readonly Route[]): readonly Route[] {
  // Built once, on first request: it cannot change while the server runs.
  let text: Promise<WrittenDescription> | null = null;
  return [
    route(descriptionOperations.read, {
      access: 'public',
      fixed: true,
      summary: 'Read the OpenAPI 3.1 description of this API.',
      async handler() {
        text ??= describe(rows());
        return { status: 200, body: await text };
      },
    }),
  ];
}

/** A few rows at a time: all of them at once would hold everything up for some fifty milliseconds. */
async function describe(routes: readonly Route[]): Promise<WrittenDescription> {
  const rows = describeRows(routes, VERSION);
  for (let count = 1; ; count += 1) {
    const { done, value } = rows.next();
    if (done) return rawJson(JSON.stringify(withSharedParts(value)));
    if (count % ROWS_AT_ONCE === 0) await nextTurn();
  }
}
