import { expect, test } from 'vitest';
import { slackText, startNoticeRig } from '../../support/notice-rig';
import type { Arrival } from '../../support/receiver';

test('a start after a crash is told, and one after a stop is not', async () => {
  const { server, chat, slack, lookUntil, clock } = await startNoticeRig();
  await slack(['service.restarted']);
  await server.restart();
  for (let n = 0; n < 3; n++) clock.stall(10_000);
  const { length } = (await server.call('GET', '/notice-channels')).json.data;
  expect([length, chat.arrivals.length]).toEqual([1, 0]);
  await server.stop();
  // Another connection keeps the log from being removed, as a crash does.
  const db = await server.openDatabase();
  await db.write((tx) => tx.run("INSERT INTO notice_condition VALUES ('service.backup', '', '{}', 1)"));
  await server.restart();
  await db.close();
  await lookUntil(() => chat.arrivals.length > 0);
  expect(slackText(chat.arrivals[0] as Arrival)).toContain('Posthorn restarted after a crash');
});
