import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { NoticeKind } from '../../src-server/contract/notice-channel';
import { FakeClock } from './fake-clock';
import { type MailServer, startMailServer } from './mail-server';
import { type Arrival, type ReceiverResponse, startReceiver } from './receiver';
import { startTestServer, type TestServer, type TestServerOptions } from './start-test-server';
import { startedHere } from './started';
import { until } from './until';

/** What Slack says of the shape of a message: its own text, and blocks of text with at most 3,000 characters. */
export function slackFaults(arrival: Pick<Arrival, 'body' | 'headers' | 'method'>): readonly string[] {
  const { text, blocks, ...others } = JSON.parse(arrival.body.toString());
  const faults: string[] = [];
  if (arrival.method !== 'POST') faults.push('not posted');
  if (arrival.headers['content-type'] !== 'application/json') faults.push('not JSON');
  if (typeof text !== 'string' || text === '') faults.push('no text');
  if (Object.keys(others).length > 0) faults.push(`unknown: ${Object.keys(others)}`);
  if (!Array.isArray(blocks) || blocks.length === 0 || blocks.length > 50) return [...faults, 'no blocks'];
  for (const { type, text: shown, ...rest } of blocks) {
    if (type !== 'section' || shown?.type !== 'mrkdwn') faults.push(`a block of ${type}`);
    if (typeof shown?.text !== 'string' || shown.text === '' || shown.text.length > 3000)
      faults.push('a block without a text that fits');
    if (Object.keys(rest).length > 0) faults.push(`a block with ${Object.keys(rest)}`);
  }
  return faults;
}

/** What the blocks of a message of Slack say, a line for each. */
export const slackText = ({ body }: Pick<Arrival, 'body'>): string =>
  JSON.parse(body.toString())
    .blocks.map(({ text }: { text: { text: string } }) => text.text)
    .join('\n');

/** About what a look takes: without a pause, hours would pass before the first one. */
const LOOK_TAKES_MS = 10;

/** A server whose clock stands still, an endpoint whose answer a test decides, a chat and a mail server. */
export async function startNoticeRig(options: TestServerOptions = {}) {
  // A little behind, so that what is signed later is not too new to be verified.
  const clock = new FakeClock(Date.now() - 6 * 60_000);
  let response: ReceiverResponse = { status: 500 };
  let chatResponse: ReceiverResponse = { status: 200, body: 'ok' };
  const target = await startedHere(startReceiver(() => response));
  const chat = await startedHere(startReceiver(() => chatResponse));
  const mail: MailServer = await startedHere(startMailServer({ disabledCommands: ['STARTTLS'] }));
  const server: TestServer = await startTestServer({ ...options, parts: { clock, ...options.parts } });
  onTestFinished(() => server.remove());
  const app: string = await server.create('/app', { name: 'Ada', uid: 'ada' });
  const newEndpoint = (url = target.baseUrl): Promise<string> =>
    server.create(`/app/${app}/endpoint`, { url: `${url}/hook?key=hidden-in-the-url` });
  const smtp = { host: '127.0.0.1', port: mail.port, secure: false };
  const slack = (notices: readonly NoticeKind[], others: object = {}): Promise<string> =>
    server.create('/notice-channels', {
      ...{ name: 'Chat', kind: 'slack', url: `${chat.baseUrl}/services/T0/B0/secret`, notices, ...others },
    });
  const email = (notices: readonly NoticeKind[], others: object = {}): Promise<string> =>
    server.create('/notice-channels', {
      ...{ name: 'Mail', kind: 'email', to: ['oncall@ada.example'], smtp, notices, ...others },
    });
  /** Sends a message and waits until each of these endpoints is recorded as failing, or as not. */
  const send = async (endpoints: readonly string[], isFailing = true) => {
    await server.create(`/app/${app}/msg`, { eventType: 'a.b', payload: { iban: 'payload-of-a-customer' } });
    for (const endpoint of endpoints)
      await until(
        async () => (await server.call('GET', `/app/${app}/endpoint/${endpoint}`)).json.failingSince,
        (since) => (since !== null) === isFailing,
      );
  };
  /** Lets the time pass, a look at a time, until it is so. */
  const lookUntil = async (isSo: () => boolean | Promise<boolean>, stepMs = 10_000) => {
    while (!(await isSo())) {
      clock.stall(stepMs);
      await pause(LOOK_TAKES_MS);
    }
  };
  /** Erases a text, while the time passes. Resolves to the receipt. */
  const erase = async (text: string) => {
    const { id } = (await server.call('POST', '/erasure', { text })).json;
    const task = async () => (await server.call('GET', `/background-task/${id}`)).json;
    await lookUntil(async () => (await task()).status !== 'running', 100);
    return (await task()).data;
  };
  const channel = async (id: string) => (await server.call('GET', `/notice-channels/${id}`)).json;
  return {
    ...{ clock, server, target, chat, mail, app, newEndpoint, slack, email, send, lookUntil, channel, erase },
    respondWith: (next: ReceiverResponse) => {
      response = next;
    },
    chatRespondsWith: (next: ReceiverResponse) => {
      chatResponse = next;
    },
  };
}
