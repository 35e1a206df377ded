import { basename } from 'node:path';
import { ConfigError } from '../config';
import { LOCAL_CONNECTION } from '../contract/connection';
import type { ImportChoice, ImportPlanOut, ImportRow } from '../contract/import-plan';
import type { ImportReceiptOut } from '../contract/import-receipt';
import { isObject } from '../json-schema/plain-json';
import { isBreaking } from './catalog-difference';
import { CliError, isUnknownOperation } from './cli-error';
import { announceQuery, type Command, NO_ANNOUNCE, type Outcome } from './command';
import { EXIT } from './exit-code';
import { compared, linesFor } from './import-row-label';
import type { Instance } from './instance';
import { readText } from './read-file';

export const importOpenapiCommand: Command = {
  name: 'import-openapi',
  usage:
    'FILE [--dry-run] [--replace-all] [--overwrite] [--same-as NAME] [--fail-on WHAT,...] [--no-announce]',
  summary: 'Creates event types from the webhooks of an OpenAPI document.',
  about: `Reads an OpenAPI document (3.0 with x-webhooks, 3.1, 3.2; JSON or YAML) and creates and updates event types. Keeps event types that are not in the document, and edits made by hand since the last import, unless you ask otherwise. An event type in conflict, changed both in the document and by hand, or imported from another document, is not written, and the exit code is 1. With --fail-on, a change that breaks receivers (breaking) or a conflict (conflict) means that nothing at all is written and the exit code is 1, also with --dry-run: for builds. Entries that cannot be imported are reported and skipped; the others are imported. FILE may be "-" for standard input.`,
  options: {
    'dry-run': { type: 'boolean', help: 'Only prints what would change.' },
    'replace-all': { type: 'boolean', help: 'Also archives every event type that is not in the document.' },
    overwrite: {
      type: 'boolean',
      help: 'Resolves every conflict with the document.',
    },
    'fail-on': {
      type: 'string',
      multiple: true,
      value: 'WHAT,...',
      help: 'Writes nothing if a row is breaking, in conflict, or either (breaking,conflict).',
    },
    'same-as': {
      type: 'string',
      value: 'NAME',
      help: 'The name of the file at its last import, if it was renamed since.',
    },
    ...NO_ANNOUNCE,
  },
  examples: [
    'posthorn import-openapi openapi.yaml --dry-run',
    'posthorn import-openapi openapi.yaml --dry-run --fail-on breaking,conflict',
    'curl -s https://example.com/openapi.json | posthorn import-openapi -',
  ],
  positionals: [1, 1],
  asks: 'instance',
  async run({ positionals: [file = ''], has, text, list, context, instance }) {
    const failOn = failuresOf(list('fail-on'));
    const server = await instance();
    const wish = {
      specRaw: await readText(file, context),
      dryRun: has('dry-run'),
      replaceAll: has('replace-all'),
      overwrite: has('overwrite'),
      sourceName: file === '-' ? null : basename(file),
      sameAs: text('same-as') ?? null,
      query: announceQuery({ has }),
    };
    context.progress(`${server.host} reads the document ...`);
    const plan = await planOf(server, wish);
    if (plan === null && failOn.size > 0) {
      throw new CliError(EXIT.no, `${server.host} has no import plans. Omit --fail-on.`);
    }
    if (plan === null)
      return (await import('./import-without-plan')).importWithoutPlan(server, wish, context);
    const choices = choicesFor(plan.rows, wish);
    const stops = stopsOf(plan.rows, choices, failOn);
    if (stops.length > 0) {
      const { json, lines } = outcomeOf(plan, choices, null, server.host);
      return {
        exitCode: EXIT.no,
        json: { ...json, stops },
        lines: [...lines, ...stops.map(({ name, why }) => `! ${name}: ${why}, so nothing was written`)],
      };
    }
    const receipt = wish.dryRun
      ? null
      : await server.ask('POST /event-type/import/apply', {
          query: wish.query,
          body: {
            specRaw: wish.specRaw,
            replaceAll: wish.replaceAll,
            ...FROM_DOCUMENT,
            digest: plan.digest,
            choices,
            sourceName: wish.sourceName,
            sameAs: wish.sameAs,
          },
        });
    const outcome = outcomeOf(plan, choices, receipt, server.host);
    if (!receipt?.id) return outcome;
    // For a team, in whatever reports of the build.
    const address = `${server.baseUrl}/#/${LOCAL_CONNECTION}/import?receipt=${receipt.id}`;
    return {
      ...outcome,
      json: { ...outcome.json, address },
      lines: [...outcome.lines, `Receipt: ${address}`],
    };
  },
};

type Failure = 'breaking' | 'conflict';

/** @throws ConfigError for another word */
function failuresOf(given: readonly string[]): ReadonlySet<Failure> {
  const words = given.flatMap((text) => text.split(',')).map((word) => word.trim());
  return new Set(
    words.map((word) => {
      if (word === 'breaking' || word === 'conflict') return word;
      throw new ConfigError('--fail-on must be breaking, conflict or both (breaking,conflict).');
    }),
  );
}

/** The rows that stop an import. */
function stopsOf(rows: readonly ImportRow[], choices: readonly ImportChoice[], failOn: ReadonlySet<Failure>) {
  const accepted = new Set(choices.map(({ row }) => row));
  return rows.flatMap(({ id, name, state, before, after }): { name: string; why: Failure }[] => {
    if (state === 'conflict' && !accepted.has(id))
      return failOn.has('conflict') ? [{ name, why: 'conflict' }] : [];
    const breaks = before !== null && after !== null && isBreaking(compared(before), compared(after));
    return breaks && failOn.has('breaking') ? [{ name, why: 'breaking' }] : [];
  });
}

/** Descriptions and feature flags come from the document. */
const FROM_DOCUMENT = { keepDescription: false, keepFlags: false };

interface ImportWish {
  readonly specRaw: string;
  readonly dryRun: boolean;
  readonly replaceAll: boolean;
  readonly overwrite: boolean;
  /** Null: the document comes from the standard input. */
  readonly sourceName: string | null;
  readonly sameAs: string | null;
  readonly query: ReturnType<typeof announceQuery>;
}

/** Null: the instance has no import plans. */
async function planOf(
  server: Instance,
  { specRaw, replaceAll, sourceName, sameAs }: ImportWish,
): Promise<ImportPlanOut | null> {
  try {
    const plan = await server.ask('POST /event-type/import/plan', {
      body: { specRaw, replaceAll, sourceName, sameAs, ...FROM_DOCUMENT },
    });
    return isObject(plan) && Array.isArray(plan.rows) ? plan : null;
  } catch (cause) {
    if (isUnknownOperation(cause)) return null;
    throw cause;
  }
}

/** Only choices that differ from the defaults. */
function choicesFor(rows: readonly ImportRow[], { replaceAll, overwrite }: ImportWish): ImportChoice[] {
  return rows.flatMap(({ id, state, conflicts }): ImportChoice[] => {
    if (state === 'removed' && replaceAll) return [{ row: id, accept: true }];
    if (state !== 'conflict' || !overwrite) return [];
    const sides = Object.fromEntries(conflicts.map(({ field }) => [field, 'document' as const]));
    return [{ row: id, accept: true, sides }];
  });
}

function outcomeOf(
  plan: ImportPlanOut,
  choices: readonly ImportChoice[],
  receipt: ImportReceiptOut | null,
  host: string,
): Outcome {
  const accepted = new Set(choices.map(({ row }) => row));
  const dryRun = receipt === null;
  const named = (state: ImportRow['state']) =>
    plan.rows.filter((row) => row.state === state).map(({ name }) => name);
  const isWritten = ({ id, state }: ImportRow) =>
    state === 'new' || state === 'changed' || (state === 'conflict' && accepted.has(id));
  const skipped = plan.rows.filter((row) => row.state === 'conflict' && !accepted.has(row.id));
  const archived = plan.rows.filter((row) => row.state === 'removed' && accepted.has(row.id));
  const result = {
    dryRun,
    new: named('new'),
    changed: plan.rows.filter((row) => row.state !== 'new' && isWritten(row)).map(({ name }) => name),
    archived: archived.map(({ name }) => name),
    unchanged: named('unchanged'),
    removed: named('removed').filter((name) => !accepted.has(name)),
    conflicts: skipped.map(({ name, conflicts }) => ({ name, fields: conflicts.map(({ field }) => field) })),
    problems: plan.rows.flatMap(remarksOn),
    receipt: receipt?.id ?? null,
  };
  const counts = [
    `${result.new.length} new`,
    `${result.changed.length} changed`,
    `${result.unchanged.length} unchanged`,
    ...(archived.length > 0 ? [`${archived.length} archived`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} in conflict`] : []),
    ...(plan.counts.problem > 0 ? [`${plan.counts.problem} skipped`] : []),
  ];
  const lines = [
    ...plan.warnings.map((warning) => `! the document: ${warning}`),
    ...plan.rows.flatMap((row) => linesFor(row, accepted.has(row.id), dryRun)),
    `${counts.join(', ')} on ${host}.${dryRun ? ' Nothing was written.' : ''}`,
  ];
  return {
    ...(skipped.length > 0 && !dryRun ? { exitCode: EXIT.no } : {}),
    json: result,
    lines,
  };
}

/** What the old import called problems. */
function remarksOn({ pointer, name, state, problem, warnings }: ImportRow) {
  const at = pointer ?? '';
  if (state === 'problem') return [{ pointer: at, name, severity: 'skipped', message: problem ?? '' }];
  return warnings.map((message) => ({ pointer: at, name, severity: 'warning', message }));
}
