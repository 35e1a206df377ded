import type { FlagReleaseOut } from '../../contract/flag-release';
import { CliError } from '../cli-error';
import type { Command, Outcome } from '../command';
import { EXIT } from '../exit-code';
import type { Instance } from '../instance';
import { count, table } from '../table';

const AT = {
  type: 'string',
  value: 'WHEN',
  help: 'A future time with its zone: 2027-03-01T09:00:00+01:00.',
} as const;
const NOTE = { type: 'string', value: 'TEXT', help: 'What is released, and why at that time.' } as const;
const BY_ID = { usage: 'ID', options: {}, positionals: [1, 1], asks: 'instance' } as const;

export const releaseListCommand: Command = {
  name: 'release list',
  usage: '',
  summary: 'Lists the planned releases of feature flags, and earlier ones.',
  about: 'Lists releases, most recently planned first: id, flag, state, event types and note.',
  options: {},
  examples: ['posthorn release list'],
  positionals: [0, 0],
  asks: 'instance',
  async run({ instance }) {
    const server = await instance();
    const releases = await server.listAll('GET /flag-releases', {});
    const none = `${server.host} has no releases. "posthorn release plan" plans one.`;
    return { json: { releases }, lines: releases.length === 0 ? [none] : table(releases.map(cellsOf)) };
  },
};

export const releasePlanCommand: Command = {
  name: 'release plan',
  usage: 'FLAG --at WHEN [--note TEXT] [--event-type NAME ...]',
  summary: 'Plans when a feature flag is taken off its event types.',
  about:
    'Plans a release: at that time, the flag leaves all event types that have it then, or those of --event-type. Event types without another flag are visible to everyone from then on. What is delivered does not change.',
  options: {
    at: AT,
    note: NOTE,
    'event-type': {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'Releases only this event type.',
    },
  },
  examples: ['posthorn release plan beta --at 2027-03-01T09:00:00+01:00 --note "Billing 2"'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [flag = ''], text, list, instance }) {
    const at = text('at');
    if (at === undefined) throw new CliError(EXIT.wrongUse, 'Say when, with --at.');
    const eventTypes = list('event-type');
    const server = await instance();
    const body = {
      flag,
      at,
      note: text('note') ?? null,
      eventTypes: eventTypes.length > 0 ? eventTypes : null,
    };
    return outcomeOf('Planned', await server.ask('POST /flag-releases', { body }), server);
  },
};

export const releaseChangeCommand: Command = {
  ...BY_ID,
  name: 'release change',
  usage: 'ID [--at WHEN] [--note TEXT]',
  summary: 'Moves a planned release, or changes its note.',
  about: 'Changes a release that is still planned. ID is the id in "posthorn release list".',
  options: { at: AT, note: NOTE },
  examples: ['posthorn release change rel_2Rk --at 2027-03-08T09:00:00+01:00'],
  async run({ positionals: [release = ''], text, instance }) {
    const [at, note] = [text('at'), text('note')];
    if (at === undefined && note === undefined)
      throw new CliError(EXIT.wrongUse, 'Say what to change, with --at or --note.');
    const server = await instance();
    const body = { ...(at === undefined ? {} : { at }), ...(note === undefined ? {} : { note }) };
    const changed = await server.ask('PATCH /flag-releases/{release}', { path: { release }, body });
    return outcomeOf('Changed', changed, server);
  },
};

export const releaseCancelCommand: Command = {
  ...BY_ID,
  name: 'release cancel',
  summary: 'Cancels a planned release.',
  about: 'Cancels a release that is still planned. It stays in the list.',
  examples: ['posthorn release cancel rel_2Rk'],
  async run({ positionals: [release = ''], instance }) {
    const server = await instance();
    const path = { release };
    await server.ask('DELETE /flag-releases/{release}', { path });
    return outcomeOf('Canceled', await server.ask('GET /flag-releases/{release}', { path }), server);
  },
};

export const releaseRunCommand: Command = {
  ...BY_ID,
  name: 'release run',
  summary: 'Runs a planned release now.',
  about: 'Takes the flag off now instead of at the planned time, in one change.',
  examples: ['posthorn release run rel_2Rk'],
  async run({ positionals: [release = ''], instance }) {
    const server = await instance();
    const done = await server.ask('POST /flag-releases/{release}/run', { path: { release } });
    return outcomeOf('Ran', done, server);
  },
};

export const releaseUndoCommand: Command = {
  ...BY_ID,
  name: 'release undo',
  summary: 'Undoes a release: puts its flag back.',
  about: 'Puts the flag of a release back, except where someone has changed the flags since.',
  examples: ['posthorn release undo rel_2Rk'],
  async run({ positionals: [release = ''], instance }) {
    const server = await instance();
    const undone = await server.ask('POST /flag-releases/{release}/undo', { path: { release } });
    return outcomeOf('Undid', undone, server);
  },
};

function outcomeOf(act: string, release: FlagReleaseOut, server: Instance): Outcome {
  const [id, flag, ...rest] = cellsOf(release);
  const facts = rest.filter((cell) => cell !== '').join(', ');
  return { json: release, lines: [`${act} the release ${id} of "${flag}" on ${server.host}: ${facts}.`] };
}

function cellsOf({ id, flag, state, at, doneAt, eventTypes, released, note }: FlagReleaseOut): string[] {
  const when = { planned: `planned for ${at}`, done: `done ${doneAt}`, cancelled: state, undone: state }[
    state
  ];
  const scope = released
    ? count(released.length, 'event type')
    : (eventTypes?.join(', ') ?? 'all event types');
  return [id, flag, when, scope, note ?? ''];
}
