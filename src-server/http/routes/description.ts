import { setImmediate as nextTurn } from 'node:timers/promises';
import { VERSION } from '../../version';
import { describeRows } from '../description/describe-api';
import { RawJson } from '../raw-json';
import { type Route, route } from '../route';

const ROWS_AT_ONCE = 10;

/** The description of the API itself, for programs; `/docs` shows the same to people. */
export function descriptionRoutes(rows: () => readonly Route[]): readonly Route[] {
  // Made once, when it is first asked for: it cannot change while the server runs.
  let text: Promise<RawJson> | null = null;
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      access: 'public',
      fixed: true,
      summary: 'Read the OpenAPI 3.1 description of this API.',
      answers: { 200: { type: 'object', additionalProperties: true, description: 'An OpenAPI document.' } },
      async handler() {
        text ??= describe(rows());
        return { status: 200, body: await text };
      },
    }),
  ];
}

/** A few rows at a time: all of them at once would hold up everybody for some fifty milliseconds. */
async function describe(routes: readonly Route[]): Promise<RawJson> {
  const rows = describeRows(routes, VERSION);
  for (let count = 1; ; count += 1) {
    const { done, value } = rows.next();
    if (done) return new RawJson(JSON.stringify(value));
    if (count % ROWS_AT_ONCE === 0) await nextTurn();
  }
}
