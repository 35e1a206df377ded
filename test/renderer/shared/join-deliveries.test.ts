import { expect, test } from 'vitest';
import { joinDeliveries } from '../../../src-renderer/shared/attempt/use-message-deliveries';
import type { MessageEndpointOut } from '../../../src-server/contract/attempt';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import type { ExplanationOut } from '../../../src-server/contract/explanation';

const why = (endpointId: string, state: ExplanationOut['state']): ExplanationOut => ({
  endpointId,
  state,
  sentence: state,
  again: null,
});
const living = (id: string) => ({ id, url: `https://${id}.test` }) as EndpointOut;
const reached = (id: string) => ({ id, url: `https://${id}.test`, statusText: 'fail' }) as MessageEndpointOut;

test('endpoints with deliveries are listed first, deleted ones are marked, and none is listed without a URL', () => {
  const all = joinDeliveries(
    [reached('gone'), reached('good')],
    [why('filtered', 'not-sent'), why('gone', 'failed'), why('good', 'failed'), why('vanished', 'not-sent')],
    [living('good'), living('filtered')],
  );
  expect(
    all.map(({ endpointId, statusText, endpoint }) => [endpointId, statusText, endpoint?.id ?? null]),
  ).toEqual([
    ['gone', 'fail', null],
    ['good', 'fail', 'good'],
    ['filtered', null, 'filtered'],
  ]);
});
