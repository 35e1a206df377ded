import type { FlagSet } from '../../../../../src-server/contract/flag-set';
import { exactTime } from '../../../../../src-server/contract/local-time';
import { groupEventTypes, groupTitle } from '../../../../shared/event-types/group-event-types';
import { type PreviewType, sees } from '../../../../shared/preview-frames/visible-types';
import { compareSets, comparisonLabel } from '../changes/compare-sets';
import type { SideEffect } from '../changes/side-effects';

interface PreviewReport {
  readonly types: readonly PreviewType[];
  /** How many event types have unwritten flags in it; 0 for the state of the instance. */
  readonly draft?: number;
  /** The time at which the catalog is shown, RFC 3339. Null: as it is. */
  readonly at?: string | null;
  /** The sets shown. */
  readonly sets: readonly FlagSet[];
  readonly effects: readonly SideEffect[];
  /** Address of the same screen. */
  readonly link: string;
}

/** How many event types not all of the sets see. */
export function countDifferences(types: readonly PreviewType[], sets: readonly FlagSet[]): number {
  return differing(types, sets).length;
}

function differing(types: readonly PreviewType[], sets: readonly FlagSet[]): PreviewType[] {
  return types.filter((type) => !type.archived && new Set(sets.map((set) => sees(type, set))).size > 1);
}

/** What differs between the sets, as Markdown: each difference in words, a table of them, and side effects. */
export function previewMarkdown(report: PreviewReport): string {
  const { types, draft = 0, at = null, sets, effects, link } = report;
  const current = types.filter(({ archived }) => !archived);
  const counts = sets.map((set) => current.filter((type) => sees(type, set)).length);
  const [base, ...others] = sets;
  const lines = [
    draft > 0 ? '# What customers would see' : '# What customers see',
    '',
    ...(at === null ? [] : [`The catalog as of ${exactTime(Date.parse(at))}.`, '']),
    ...(draft > 0
      ? [
          `A draft: the flags of ${draft} event ${draft === 1 ? 'type differ' : 'types differ'} from those on the instance.`,
          '',
        ]
      : []),
    ...sets.map(
      (set, index) =>
        `- **${set.letter} ${escaped(set.name)}**: ${counts[index]} of ${current.length} event types, ${flagLabel(set)}`,
    ),
    '',
    ...others.flatMap((set) =>
      base ? [comparisonLabel(compareSets(current, base, set), base, set), ''] : [],
    ),
    ...table(differing(current, sets), sets),
    ...(effects.length > 0
      ? ['## Flags do not stop delivery', '', ...effects.map(({ label }) => `- ${escaped(label)}`), '']
      : []),
    `[This preview](${link})`,
    '',
  ];
  return lines.join('\n');
}

function table(types: readonly PreviewType[], sets: readonly FlagSet[]): string[] {
  if (types.length === 0) return [];
  return [
    `| Event type | ${sets.map((set) => `${set.letter} ${escaped(set.name)}`).join(' | ')} |`,
    `| --- |${' --- |'.repeat(sets.length)}`,
    ...rows(types, sets),
    '',
  ];
}

function rows(types: readonly PreviewType[], sets: readonly FlagSet[]): string[] {
  const groups = groupEventTypes(types);
  return groups.flatMap(({ name, eventTypes }) => [
    `| **${escaped(groupTitle(name, 2))}** |${' |'.repeat(sets.length)}`,
    ...eventTypes.map(
      (type) =>
        `| \`${type.name}\` | ${sets.map((set) => (sees(type, set) ? 'visible' : 'hidden')).join(' | ')} |`,
    ),
  ]);
}

function flagLabel({ featureFlags }: FlagSet): string {
  return featureFlags.length === 0
    ? 'no flags'
    : `with ${featureFlags.map((flag) => `\`${flag}\``).join(', ')}`;
}

/** Names are text: characters with a meaning in Markdown are escaped. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#|]/g, (sign) => `\\${sign}`);
}
