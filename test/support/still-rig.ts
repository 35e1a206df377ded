import type { Sender } from '../../src-server/delivery/connection/sender';
import type { TaskRecord } from '../../src-server/storage/installation/task-store';
import type { DeliveryRig, RigOptions } from './delivery-rig';
import { FakeClock } from './fake-clock';

/**
 * An engine on a stopped clock, whose receiver answers at once; `sent` lists the numbers of the payloads.
 * @param respond the status that the receiver answers to the payload with this number, and when to come back (seconds)
 */
export async function stillRig(
  rig: (options: RigOptions) => Promise<DeliveryRig>,
  options: RigOptions = {},
  respond: (n: number) => { readonly status: number; readonly retryAfter?: string } = () => ({ status: 200 }),
) {
  const clock = new FakeClock();
  const sent: { readonly n: number; readonly atMs: number }[] = [];
  const sender: Sender = {
    send(request, leaves) {
      if (!leaves()) {
        const withdrawn = {
          result: { kind: 'withdrawn' },
          sentAt: clock.now(),
          durationMs: 0,
          written: false,
        } as const;
        return { opening: false, report: Promise.resolve(withdrawn) };
      }
      const { n } = JSON.parse(request.body.toString());
      sent.push({ n, atMs: clock.now() });
      const { status, retryAfter = null } = respond(n);
      const result = { kind: 'responded', status, text: '', retryAfter } as const;
      const report = Promise.resolve({ result, sentAt: clock.now(), durationMs: 0, written: true });
      return { opening: false, report };
    },
    dropRefused: () => undefined,
    close: () => undefined,
  };
  const engine = await rig({ clock, sender, ...options });
  const ended: TaskRecord[] = [];
  engine.tasks.onFinished((task) => void ended.push(task));
  /** Lets time pass, and counts the waiting deliveries after each step. */
  const pass = async (ms: number, look: (waiting: number) => void = () => undefined, stepMs = 100) => {
    for (let left = ms; left > 0; left -= stepMs) {
      // In small steps, so that a send is not as late as the next one.
      for (let n = 0; n < 10; n++) {
        clock.advance(stepMs / 10);
        await new Promise((resolve) => setImmediate(resolve));
      }
      // Pending reads and writes end before time advances.
      for (let turn = 0; turn < 6; turn++) {
        await engine.db.get('SELECT 1');
        await engine.db.write((tx) => tx.get('SELECT 1'));
        await new Promise((resolve) => setImmediate(resolve));
      }
      const [row] = await engine.rows<{ n: number }>(
        `SELECT count(*) AS n FROM delivery WHERE state = 'waiting'`,
      );
      look(row?.n ?? 0);
    }
  };
  return { clock, engine, sent, ended, pass };
}
