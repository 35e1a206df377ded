import { ConfigError } from '../../config';
import { AUDIT_ACTIONS, type AuditLineOut } from '../../contract/audit';
import { LIST_LIMIT_MAX } from '../../contract/list';
import type { Command } from '../command';
import { table } from '../table';

const DEFAULT_LIMIT = 50;

export const auditCommand: Command = {
  name: 'audit',
  usage: '[--application APP] [--action ACTION] [--target ID] [--since TIME] [--limit NUMBER]',
  summary: 'Lists who changed what.',
  about: `Lists the changes that people and tokens made, newest first: when, who, what, to what, and from where. --json has the fields before and after each change.`,
  options: {
    application: { type: 'string', value: 'APP', help: 'Only changes of this application (id or uid).' },
    action: { type: 'string', value: 'ACTION', help: 'Only this action, such as endpoint.updated.' },
    target: { type: 'string', value: 'ID', help: 'Only changes of what has this id or name.' },
    since: { type: 'string', value: 'TIME', help: 'Only from this time on, such as 2026-01-31T12:00:00Z.' },
    limit: { type: 'string', value: 'NUMBER', help: `At most so many. Default: ${DEFAULT_LIMIT}.` },
  },
  examples: ['posthorn audit --application ada', 'posthorn audit --action endpoint.updated --limit 10'],
  positionals: [0, 0],
  asks: 'instance',
  async run({ text, instance }) {
    const action = AUDIT_ACTIONS.find((name) => name === text('action'));
    if (text('action') !== undefined && action === undefined)
      throw new ConfigError(`--action must be one of ${AUDIT_ACTIONS.join(', ')}, not "${text('action')}".`);
    const since = text('since');
    if (since !== undefined && Number.isNaN(Date.parse(since)))
      throw new ConfigError(`--since must be a time such as 2026-01-31T12:00:00Z, not "${since}".`);
    const limit = Number(text('limit') ?? DEFAULT_LIMIT);
    if (!Number.isInteger(limit) || limit < 1)
      throw new ConfigError(`--limit must be a whole number from 1 on, not "${text('limit')}".`);
    const [application, target] = [text('application'), text('target')];
    const server = await instance();
    const lines: AuditLineOut[] = [];
    let iterator: string | null = null;
    do {
      const page: {
        readonly data: readonly AuditLineOut[];
        readonly iterator: string | null;
        readonly done: boolean;
      } = await server.ask('GET /audit', {
        query: {
          limit: Math.min(limit - lines.length, LIST_LIMIT_MAX),
          ...(iterator !== null && { iterator }),
          ...(application !== undefined && { application }),
          ...(target !== undefined && { target }),
          ...(action !== undefined && { action }),
          ...(since !== undefined && { since: new Date(since).toISOString() }),
        },
      });
      lines.push(...page.data);
      iterator = page.done ? null : page.iterator;
    } while (iterator !== null && lines.length < limit);
    const rows = lines.map((line) => [line.at, line.actor.name, line.action, line.target, line.from]);
    return {
      json: { lines },
      lines: rows.length === 0 ? [`No changes on ${server.host}.`] : table(rows),
    };
  },
};
