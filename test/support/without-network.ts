import type { ResolveName } from '../../src-server/delivery/connection/guarded-lookup';
import type { Sender, SendReport } from '../../src-server/delivery/connection/sender';
import { type DeliveryRig, type RigOptions, rig } from './delivery-rig';
import type { FakeClock } from './fake-clock';
import { sender } from './sending';

/** An error of a request. */
export const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

/** A name service with an error for each of some names, and this machine for all others. */
export function names(errors: Record<string, Error | 'silent'>) {
  const lookups: string[] = [];
  const resolve: ResolveName = (name, done) => {
    lookups.push(name);
    const error = errors[name] ?? errors['*'];
    if (error === 'silent') return;
    if (error) done(error, []);
    else done(null, [{ address: '127.0.0.1', family: 4 }]);
  };
  return { resolve, errors, lookups };
}

/** How sends to some hosts end, in place of what the network says. */
export type BrokenHosts = Record<string, Partial<SendReport>>;

/** Sends over the network, and reports for a name that the answer came from another computer. */
export function fromOutside(
  clock: FakeClock,
  resolve: ResolveName,
  address: string,
  broken: BrokenHosts = {},
): Sender {
  const network = sender({ clock, resolve });
  return {
    ...network,
    send(request, leaves) {
      const { hostname } = new URL(request.target.url);
      const how = broken[hostname] ?? broken['*'];
      if (how && hostname !== '127.0.0.1') {
        const report = { result: AWAY, sentAt: clock.now(), durationMs: 1, written: false, ...how };
        return { opening: true, report: Promise.resolve(report) };
      }
      const { opening, report } = network.send(request, leaves);
      return {
        opening,
        report: report.then((sent) => (hostname === '127.0.0.1' ? sent : { ...sent, address })),
      };
    },
  };
}

const AWAY = { kind: 'failed', reason: 'the host could not be reached' } as const;

/** Resolves when everything left waits for the clock. */
export async function settled(engine: DeliveryRig): Promise<void> {
  for (let turn = 0; turn < 30; turn++) {
    await engine.db.get('SELECT 1');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Advances the clock in steps, and lets what falls due happen. */
export async function pass(engine: DeliveryRig, clock: FakeClock, ms: number, stepMs = 500): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    clock.advance(stepMs);
    await settled(engine);
  }
}

/** An engine that gives up after one attempt, and the endpoints that it would disable. */
export const watched = async (options: RigOptions) => {
  const disabled: string[] = [];
  const engine = await rig({
    scheduleS: [],
    disableAfterMs: () => 0,
    disableEndpoint: async (id) => void disabled.push(id),
    ...options,
  });
  return { engine, disabled };
};

/** State and attempts of each delivery, the oldest first. */
export const tries = (engine: DeliveryRig) =>
  engine.rows('SELECT state, attempt_count AS tries FROM delivery ORDER BY id');
