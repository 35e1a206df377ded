import { ConfigError } from '../../config';
import type { NoticeChannelIn, NoticeChannelOut } from '../../contract/notice-channel';
import { isObject } from '../../json-schema/plain-json';
import type { Command } from '../command';
import { EXIT } from '../exit-code';
import { readText } from '../read-file';
import { table } from '../table';

export const noticeListCommand: Command = {
  name: 'notice list',
  usage: '',
  summary: 'Lists the channels that notices are sent by.',
  about: 'Lists the notice channels with their kinds of notices, and whether one is failing.',
  options: {},
  examples: ['posthorn notice list'],
  positionals: [0, 0],
  asks: 'instance',
  async run({ instance }) {
    const server = await instance();
    const { data } = await server.ask('GET /notice-channels');
    const rows = data.map((channel) => [
      channel.id,
      channel.name,
      channel.kind,
      stateOf(channel),
      channel.notices.join(','),
    ]);
    return {
      json: { channels: data },
      lines: rows.length === 0 ? [`${server.host} has no notice channels.`] : table(rows),
    };
  },
};

export const noticeCreateCommand: Command = {
  name: 'notice create',
  usage: 'FILE',
  summary: 'Creates a notice channel from a file.',
  about: `Creates a notice channel from a file of JSON: name, kind (slack, email or webhook), notices, and url, or to and smtp, as the guide on notices says. A file, since URLs and passwords do not belong on a command line. FILE may be "-" for standard input.`,
  options: {},
  examples: ['posthorn notice create on-call.json'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [file = ''], context, instance }) {
    const body = objectOf(file, await readText(file, context));
    const server = await instance();
    // The server checks it, and names what is wrong.
    const made = await server.ask('POST /notice-channels', { body: body as NoticeChannelIn });
    return { json: made, lines: [`Created ${made.id} "${made.name}" on ${server.host}.`] };
  },
};

export const noticeTestCommand: Command = {
  name: 'notice test',
  usage: 'ID',
  summary: 'Sends a test notice.',
  about: 'Sends a test by the notice channel ID. Exit code 1: it was not accepted; the reason is printed.',
  options: {},
  examples: ['posthorn notice test nch_2mF'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [channel = ''], instance }) {
    const server = await instance();
    const { ok, error } = await server.ask('POST /notice-channels/{channel}/test', { path: { channel } });
    return {
      exitCode: ok ? EXIT.done : EXIT.no,
      json: { accepted: ok, ...(error !== undefined && { error }) },
      lines: [ok ? 'The test was accepted.' : `The test was not accepted. ${error ?? ''}`],
    };
  },
};

export const noticeDeleteCommand: Command = {
  name: 'notice delete',
  usage: 'ID',
  summary: 'Deletes a notice channel.',
  about: 'Deletes the notice channel ID. Notices that it has not sent yet are dropped.',
  options: {},
  examples: ['posthorn notice delete nch_2mF'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [channel = ''], instance }) {
    const server = await instance();
    const { id, name } = await server.ask('GET /notice-channels/{channel}', { path: { channel } });
    await server.ask('DELETE /notice-channels/{channel}', { path: { channel: id } });
    return { json: { id, name }, lines: [`Deleted ${id} "${name}" on ${server.host}.`] };
  },
};

function stateOf({ disabled, failing }: NoticeChannelOut): string {
  if (disabled) return 'disabled';
  return failing === null ? 'active' : `failing since ${failing.since}: ${failing.error}`;
}

/** @throws ConfigError for what is no JSON object */
function objectOf(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The same sentence.
  }
  throw new ConfigError(`${file === '-' ? 'Standard input' : file} must be a JSON object.`);
}
