/**
 * What the guides of `/docs` say of settings, commands and metrics: read from the program, so that it cannot be out of
 * date.
 */
import type { Command, CommandOption } from './cli/command';
import { EXIT_LABELS } from './cli/exit-code';
import { COMMANDS } from './cli/posthorn';
import { readConfig } from './config';
import type { DocsTables } from './contract/api-description';
import { LIMITED_KINDS, OPERATIONS_OF_KIND } from './contract/token-kinds';
import { createMetricRegistry } from './http/metric-registry';
import { startSettings } from './http/start-settings';

/** The tables as Markdown. */
export function docsTables(): DocsTables {
  return {
    settings: settingsTable(),
    commands: [...COMMANDS.map(commandSection), `## Exit codes\n\n${EXIT_LABELS}`].join('\n\n'),
    metrics: metricsTable(),
    tokenKinds: tokenKindTable(),
  };
}

function settingsTable(): string {
  const settings = startSettings(readConfig([], {}, 'a folder of your account'));
  return table(
    ['Setting', 'Meaning'],
    settings.map(({ flag, variable, value, description }) => [
      `${flag === null ? '' : `\`${flag}\` or `}\`${variable}\``,
      `${description} Default: ${value}.`,
    ]),
  );
}

function commandSection(command: Command): string {
  const options = Object.entries(command.options);
  return [
    `## posthorn ${command.name}`,
    command.about,
    fenced([`posthorn ${command.name} ${command.usage}`.trimEnd()]),
    ...(options.length === 0 ? [] : [table(['Option', 'Meaning'], options.map(optionRow))]),
    fenced(command.examples),
  ].join('\n\n');
}

function optionRow([name, { value, help, multiple }]: [string, CommandOption]): readonly string[] {
  return [`\`--${name}${value ? ` ${value}` : ''}\``, multiple ? `${help} May be repeated.` : help];
}

/** What is open to more than full tokens. */
function tokenKindTable(): string {
  const all = new Set(LIMITED_KINDS.flatMap((kind) => [...OPERATIONS_OF_KIND[kind]]));
  return table(
    ['Operation', ...LIMITED_KINDS.map((kind) => `\`${kind}\``)],
    [...all].map((operation) => [
      `\`${operation}\``,
      ...LIMITED_KINDS.map((kind) => (OPERATIONS_OF_KIND[kind].has(operation) ? 'yes' : '')),
    ]),
  );
}

/** The registry is only asked for names; nothing is read from what it would count. */
function metricsTable(): string {
  const registry = createMetricRegistry({ node: {}, version: '' } as never, {} as never);
  return table(
    ['Metric', 'Meaning'],
    registry.getMetricsAsArray().map(({ name, help }) => [`\`${name}\``, help]),
  );
}

function fenced(lines: readonly string[]): string {
  return ['```', ...lines, '```'].join('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
