import { expect, test } from 'vitest';
import { slackFaults, slackText, startNoticeRig } from '../../support/notice-rig';
import { placesOfText } from '../../support/places-of-text';
import type { Arrival } from '../../support/receiver';
import { until } from '../../support/until';

const MINUTE = 60_000;
/** What the messages of the rig hold. */
const CUSTOMER_TEXT = 'payload-of-a-customer';

test('a failure at night is told once by mail and by chat, support sends again without seeing a secret, the audit names her, and a text is erased', async () => {
  const { clock, server, chat, mail, app, newEndpoint, slack, email, send, respondWith, lookUntil, erase } =
    await startNoticeRig({ config: { retryScheduleS: [3600] } });
  const endpoint = await newEndpoint();
  const path = `/app/${app}/endpoint/${endpoint}`;
  await slack(['endpoint.failing', 'endpoint.recovered']);
  await email(['endpoint.failing']);
  const anna = (await server.call('POST', '/auth/token', { name: 'support-anna', kind: 'support' })).json;
  const asAnna = { token: anna.token as string };

  // 03:00: it fails, and goes on failing.
  await send([endpoint]);
  clock.stall(5 * MINUTE);
  await lookUntil(() => chat.arrivals.length > 0 && mail.mails.length > 0);
  const link = `${server.baseUrl}/#/local/apps/${app}/endpoints/${endpoint}`;
  const inChat = chat.arrivals[0] as Arrival;
  expect(slackFaults(inChat)).toEqual([]);
  expect(slackText(inChat)).toContain(link);
  expect(mail.mails[0]?.text.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(link);
  for (let n = 0; n < 30; n++) clock.stall(10_000);
  expect([chat.arrivals.length, mail.mails.length]).toEqual([1, 1]);

  // The morning: she sees why, not the secrets, and retries when the receiver is mended.
  const [message] = (await server.call('GET', `/app/${app}/msg`, undefined, asAnna)).json.data;
  const why = await server.call('GET', `/app/${app}/msg/${message.id}/why`, undefined, asAnna);
  expect([why.status, JSON.stringify(why.json)]).toEqual([200, expect.stringContaining('500')]);
  const secret = await server.call('GET', `${path}/secret`, undefined, asAnna);
  expect([secret.status, JSON.stringify(secret.json)]).toEqual([403, expect.not.stringContaining('whsec_')]);
  const channels = await server.call('GET', '/notice-channels', undefined, asAnna);
  expect(JSON.stringify(channels.json)).not.toContain('services/T0/B0/secret');
  respondWith({ status: 200 });
  const retried = await server.call('POST', `/app/${app}/msg/${message.id}/retry-now`, {}, asAnna);
  expect([retried.status, retried.json.retried]).toEqual([202, 1]);
  await until(
    async () => (await server.call('GET', `/app/${app}/msg/${message.id}/endpoint`)).json.data,
    ([delivery]) => delivery.statusText === 'success',
  );
  await lookUntil(() => chat.arrivals.length > 1);
  expect(slackText(chat.arrivals[1] as Arrival)).toContain('has recovered');

  // Noon: who did it?
  const { data } = (await server.call('GET', `/audit?application=${app}&action=message.resent`)).json;
  expect(data).toMatchObject([{ actor: { kind: 'support', name: 'support-anna' }, target: message.id }]);

  // The afternoon: the customer wants the text gone.
  expect((await placesOfText(server, CUSTOMER_TEXT)).length).toBeGreaterThan(0);
  expect((await server.call('POST', '/erasure', { text: CUSTOMER_TEXT }, asAnna)).status).toBe(403);
  await erase(CUSTOMER_TEXT);
  expect(await placesOfText(server, CUSTOMER_TEXT)).toEqual([]);
});
