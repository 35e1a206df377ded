import { forget, prepareReplies, RECORDS, say, type ToDouble } from './control';
import { pressItem } from './menu';
import { NOTIFICATIONS } from './notification';
import { CONFIG, hurry } from './surroundings';
import { TRAYS } from './tray';
import { CONTENTS } from './web-contents';

/** What a spec can do with the double beyond Electron's own members. */
export interface DoubleItself {
  readonly contents: typeof CONTENTS;
  readonly records: typeof RECORDS;
  readonly prepareReplies: typeof prepareReplies;
  readonly pressItem: typeof pressItem;
  readonly trays: typeof TRAYS;
  readonly notifications: typeof NOTIFICATIONS;
  readonly hurry: typeof hurry;
  readonly forget: typeof forget;
}

const double: DoubleItself = {
  contents: CONTENTS,
  records: RECORDS,
  prepareReplies,
  pressItem,
  trays: TRAYS,
  notifications: NOTIFICATIONS,
  hurry,
  forget,
};

/** Runs the functions that the spec sends, inside the program, and answers with their results. */
export function followSpec(electron: object): void {
  for (const [member, replies] of Object.entries(CONFIG.replies ?? {})) prepareReplies(member, replies);
  process.on('message', ({ id, source, argument }: ToDouble) => {
    run(source, electron, argument).then(
      (value) => say({ kind: 'answer', id, value }),
      (cause) => say({ kind: 'answer', id, error: String((cause as Error).stack ?? cause) }),
    );
  });
}

async function run(source: string, electron: object, argument: unknown): Promise<unknown> {
  const act = new Function(`return (${source})`)() as (...args: unknown[]) => unknown;
  return act(electron, argument, double);
}
