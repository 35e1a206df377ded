import { VERSION } from '../../version';
import { describeApi } from '../description/describe-api';
import { RawJson } from '../raw-json';
import { type Route, route } from '../route';

/** The description of the API itself, for programs; `/docs` shows the same to people. */
export function descriptionRoutes(rows: () => readonly Route[]): readonly Route[] {
  let text: RawJson | null = null;
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      access: 'public',
      fixed: true,
      summary: 'Read the OpenAPI 3.1 description of this API.',
      answers: { 200: { type: 'object', additionalProperties: true, description: 'An OpenAPI document.' } },
      handler() {
        // Made once, when it is first asked for: it cannot change while the server runs.
        text ??= new RawJson(JSON.stringify(describeApi(rows(), VERSION)));
        return { status: 200, body: text };
      },
    }),
  ];
}
