import { ConfigError } from '../../config';
import { CliError } from '../cli-error';
import { announceQuery, type CliContext, type Command, NO_ANNOUNCE } from '../command';
import type { Instance } from '../instance';
import { count } from '../table';
import { type PlannedChange, planChanges, planLines } from './apply-plan';
import { readWantedState } from './wanted-state';

export const applyCommand: Command = {
  name: 'apply',
  usage: 'FILE [--dry-run] [--yes] [--prune] [--no-announce]',
  summary: 'Makes an instance match a file.',
  about: `Reads event types, applications and endpoints from a file of JSON or YAML, shows what would change, and asks before changing anything. Event types are identified by name, applications and endpoints by uid. What the file leaves out stays, and so do secrets and headers, which do not belong in it. A second run has nothing to do. After an error, what was already written stays; run the command again. FILE may be "-" for standard input.`,
  options: {
    'dry-run': { type: 'boolean', help: 'Only shows what would change.' },
    yes: { type: 'boolean', help: 'Makes the changes without asking. Required without a terminal.' },
    prune: {
      type: 'boolean',
      help: 'Also deletes endpoints that the file leaves out, of the applications in it.',
    },
    ...NO_ANNOUNCE,
  },
  examples: ['posthorn apply posthorn.yaml --dry-run', 'posthorn apply posthorn.yaml --yes'],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [file = ''], has, context, instance }) {
    const how = { prunes: has('prune'), query: announceQuery({ has }) };
    const wanted = await readWantedState(file, context);
    const server = await instance();
    context.progress(`Comparing ${server.host} with ${file} ...`);
    const changes = await planChanges(server, wanted, how);
    context.progress('');
    const isDry = has('dry-run');
    const plan = planLines(changes);
    const isWanted = !isDry && changes.length > 0 && (has('yes') || (await agrees(context, plan, changes)));
    if (isWanted) await writeAll(server, changes, context);
    const json = {
      dryRun: isDry,
      applied: isWanted,
      changes: changes.map(({ does, kind, name, fields }) => ({ does, kind, name, fields })),
    };
    // Whoever was asked has seen the plan.
    const shown = isDry || has('yes') ? plan : [];
    return { json, lines: [...shown, summary(server.host, changes, { isDry, isWanted })] };
  },
};

/** @throws ConfigError where nobody can be asked */
async function agrees(
  { confirm }: CliContext,
  plan: readonly string[],
  changes: readonly PlannedChange[],
): Promise<boolean> {
  if (confirm) return confirm(plan, `Make ${count(changes.length, 'change')}? [y/N] `);
  throw new ConfigError(
    `${count(changes.length, 'change')} to make. Without a terminal, add --yes to make them, or --dry-run to see them.`,
  );
}

async function writeAll(server: Instance, changes: readonly PlannedChange[], context: CliContext) {
  for (const [done, { kind, name, write }] of changes.entries()) {
    context.progress(`Writing to ${server.host}: ${done + 1} of ${changes.length}, ${name} ...`);
    try {
      await write(server);
    } catch (cause) {
      if (!(cause instanceof CliError)) throw cause;
      const what = `The ${kind} ${name} could not be written, after ${done} of ${changes.length}`;
      throw new CliError(cause.exitCode, `${what}: ${cause.message}`, cause.status);
    }
  }
}

function summary(
  host: string,
  changes: readonly PlannedChange[],
  { isDry, isWanted }: { readonly isDry: boolean; readonly isWanted: boolean },
): string {
  if (changes.length === 0) return `Nothing to do: ${host} is as the file says.`;
  const of = (does: PlannedChange['does']) => changes.filter((change) => change.does === does).length;
  const counts = `${of('create')} created, ${of('change')} changed, ${of('delete')} deleted on ${host}`;
  if (isWanted) return `${counts}.`;
  return isDry ? `Would be ${counts}. Nothing was written.` : 'Nothing was written.';
}
