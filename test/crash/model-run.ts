import { ApiError } from '../../src-server/base/errors';
import { newSecret } from '../../src-server/delivery/connection/signing-secret';
import { type EndpointContent, PLAIN_ENDPOINT } from '../../src-server/storage/endpoint-record';
import { FakeClock } from '../support/fake-clock';
import { checkAll, stillOpen } from './model-checks';
import type { Command } from './model-commands';
import { type Life, startLife } from './model-life';
import type { ModelStorage } from './model-storage';
import { type ModelApplication, type ModelEndpoint, World } from './model-world';

/** The limit of the untouched endpoint. */
const QUIET_LIMIT = 10;
/** Everything must have ended by then: longer than all retries, pauses and clock jumps together. */
const PATIENCE_MS = 3_600_000;
/** Until a starting life may send to an endpoint of the last one. */
const SILENCE_AFTER_START_MS = 1005;

/**
 * Runs these commands on a real engine and database, then makes all receivers healthy and lets the engine finish.
 * @param storage an empty one, which is removed in the end
 * @returns what was promised and not kept; empty: nothing
 */
export async function runModel(
  storage: ModelStorage,
  commands: readonly Command[],
  seed: number,
): Promise<string[]> {
  const run = new ModelRun(storage, seed);
  try {
    return await run.all(commands);
  } finally {
    await run.close();
  }
}

class ModelRun {
  readonly #storage: ModelStorage;
  readonly #world: World;
  readonly #lives: Life[] = [];
  #moves = 0;

  constructor(storage: ModelStorage, seed: number) {
    this.#storage = storage;
    this.#world = new World(new FakeClock(), seed);
  }

  get #life(): Life {
    return this.#lives.at(-1) as Life;
  }

  async all(commands: readonly Command[]): Promise<string[]> {
    const world = this.#world;
    this.#lives.push(await startLife(world, await this.#storage.open()));
    await this.#furnish();
    for (const command of commands) {
      if (command.do === 'limit') {
        this.#change(this.#troubled(command.endpoint), { rateLimit: command.from });
        await this.#settle();
      }
      for (let i = 0; i < command.count; i++) this.#send(this.#applicationOf(command));
      if (command.leadMs > 0) await this.#advance(command.leadMs);
      await this.#carryOut(command);
      if (command.waitMs > 0) await this.#advance(command.waitMs);
      else if (!command.rush) await this.#settle();
      if (world.violations.length > 0) return world.violations;
    }
    await this.#finish();
    if (world.violations.length === 0) await checkAll(world, this.#life.real);
    return world.violations;
  }

  async close(): Promise<void> {
    for (const life of this.#lives) life.die();
    await this.#storage.remove();
  }

  async #furnish(): Promise<void> {
    const [first, second] = [await this.#addApplication(8), await this.#addApplication(null)];
    await this.#addEndpoint(first, QUIET_LIMIT, { isQuiet: true });
    await this.#addEndpoint(first, 3);
    await this.#addEndpoint(first, null);
    await this.#addEndpoint(second, null);
    await this.#addEndpoint(first, null, { isOrdered: true });
  }

  /** Starts the command; `#settle` completes what it waits for. */
  async #carryOut(command: Command): Promise<void> {
    const world = this.#world;
    switch (command.do) {
      case 'nothing':
        return;
      case 'mood':
        this.#troubled(command.endpoint).mood = command.mood;
        return;
      case 'limit':
        return this.#change(this.#troubled(command.endpoint), { rateLimit: command.limit });
      case 'app-limit':
        return this.#limitApplication(pick(world.applications, command.app), command.limit);
      case 'hold':
        return this.#change(this.#troubled(command.endpoint), { [command.by]: command.held });
      case 'move':
        return this.#move(this.#troubled(command.endpoint));
      case 'delete':
        return this.#delete(this.#troubled(command.endpoint));
      case 'add':
        if (world.endpoints.filter(({ alive }) => alive).length >= 6) return;
        await this.#addEndpoint(pick(world.applications, command.app), command.limit);
        return;
      case 'delete-app':
        return this.#deleteApplication(pick(world.applications, 1));
      case 'resend':
        return this.#resend(command.message, command.endpoint);
      case 'retry':
        return this.#retry(command.message);
      case 'retry-all':
        return this.#retryAll(this.#troubled(command.endpoint));
      case 'skip':
        return this.#skip();
      case 'stop':
        return this.#stop(command.awayMs);
      case 'crash':
        return this.#crash(command.state, command.unheardMs, command.awayMs);
      case 'set-clock':
        world.clock.setWall(world.clock.now() + command.byMs);
        return;
      case 'stall':
        return this.#stall(command.ms);
      case 'full-disk':
        this.#life.disk.refuses = true;
        await this.#advance(command.ms);
        this.#life.disk.refuses = false;
        return;
    }
  }

  /** The endpoint of a command, or the first one. */
  #applicationOf(command: Command): ModelApplication {
    if ('app' in command) return pick(this.#world.applications, command.app);
    if ('endpoint' in command) return this.#troubled(command.endpoint).app;
    return pick(this.#world.applications, 0);
  }

  /** Completes all reads and writes, and everything that follows from them at the same moment. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve));
    while (this.#lives.some(({ gated }) => gated.pending() > 0));
  }

  /** From timer to timer, as for an engine with an infinitely fast disk. */
  async #advance(ms: number): Promise<void> {
    const { clock } = this.#world;
    const endUs = clock.monotonicUs() + ms * 1000;
    await this.#settle();
    for (;;) {
      const leftMs = (endUs - clock.monotonicUs()) / 1000;
      const nextMs = clock.nextTimerMs() ?? Number.POSITIVE_INFINITY;
      clock.advance(Math.min(leftMs, nextMs));
      await this.#settle();
      if (nextMs > leftMs) return;
    }
  }

  async #stall(ms: number): Promise<void> {
    await this.#blackout(async () => {
      this.#world.clock.stall(ms);
      await this.#settle();
    }, 0);
  }

  /** No send can be expected during `work` and for `restMs` after it. */
  async #blackout(work: () => Promise<void>, restMs: number): Promise<void> {
    const { clock, blackouts } = this.#world;
    const fromUs = clock.monotonicUs();
    await work();
    blackouts.push({ fromUs, untilUs: clock.monotonicUs() + restMs * 1000 });
  }

  #send(app: ModelApplication): void {
    const world = this.#world;
    if (!app.alive) return;
    const n = world.nextNumber();
    const meant = world.endpoints.filter((endpoint) => endpoint.alive && endpoint.app === app);
    this.#background(async ({ delivery }) => {
      const input = { eventType: 'invoice.paid', eventId: null, channels: null, tags: null };
      const { id } = await delivery.createMessage({ ...input, appId: app.id, payload: `{"n":${n}}` });
      world.checkId(n, id);
      world.messages.push({ n, id, app, meant, atUs: world.clock.monotonicUs() });
    });
  }

  /** A refusal (deleted meanwhile, server stopping) is a valid response. Anything else is a fault. */
  #background(work: (life: Life) => Promise<void>): void {
    work(this.#life).catch((cause: unknown) => {
      if (!(cause instanceof ApiError)) this.#world.violated(`unexpected: ${(cause as Error).stack}`);
    });
  }

  #change(endpoint: ModelEndpoint, change: Partial<EndpointContent>): void {
    this.#background(async ({ endpoints, tell }) => {
      const now = this.#world.clock.now();
      tell(await endpoints.update(endpoint.id, now, (current) => ({ ...current, ...change })));
    });
  }

  #move(endpoint: ModelEndpoint): void {
    this.#moves += 1;
    this.#change(endpoint, { url: `http://receiver.test/${endpoint.index}/${this.#moves}` });
  }

  #limitApplication(app: ModelApplication, limit: number | null): void {
    this.#background(async ({ applications, delivery }) => {
      const now = this.#world.clock.now();
      const record = await applications.update(app.id, now, (current) => ({ ...current, rateLimit: limit }));
      if (!record) return;
      app.limit = limit;
      delivery.applicationChanged(record);
    });
  }

  #delete(endpoint: ModelEndpoint): void {
    this.#background(async ({ endpoints, delivery }) => {
      if (!(await endpoints.delete(endpoint.id, this.#world.clock.now()))) return;
      delivery.endpointDeleted(endpoint.id);
      endpoint.alive = false;
    });
  }

  #deleteApplication(app: ModelApplication): void {
    this.#background(async ({ applications, delivery }) => {
      if (!(await applications.delete(app.id, this.#world.clock.now()))) return;
      delivery.applicationDeleted(app.id);
      app.alive = false;
      for (const endpoint of this.#world.endpoints) if (endpoint.app === app) endpoint.alive = false;
    });
  }

  #retry(message: number): void {
    const { messages } = this.#world;
    if (messages.length === 0) return;
    const { id, meant } = pick(messages, message);
    this.#forgiving(meant, ({ delivery }) =>
      delivery.retries.retryNow(id, { endpointId: null, dryRun: false }),
    );
  }

  #retryAll(endpoint: ModelEndpoint): void {
    const range = { since: 0, until: this.#world.clock.now() };
    this.#forgiving([endpoint], ({ delivery }) =>
      delivery.replays.begin(endpoint.id, { name: 'endpoint.retry-now', filter: {}, ...range }),
    );
  }

  #skip(): void {
    const ordered = this.#world.endpoints.find(({ isOrdered }) => isOrdered);
    if (!ordered) return;
    this.#background(async ({ delivery, endpoints }) => {
      const endpoint = await endpoints.get(ordered.app.id, ordered.id);
      if (!endpoint) return;
      const head = await delivery.heads.read(endpoint);
      if (head) await delivery.heads.skip(endpoint, head.messageId);
    });
  }

  /** Calls that end the pauses that these receivers asked for, before or while they run. */
  #forgiving(endpoints: readonly ModelEndpoint[], call: (life: Life) => Promise<unknown>): void {
    const there = endpoints.filter(({ isQuiet }) => !isQuiet);
    for (const endpoint of there) endpoint.forgiving += 1;
    this.#background(async (life) => {
      try {
        await call(life);
      } finally {
        for (const endpoint of there) {
          endpoint.forgiving = Math.max(0, endpoint.forgiving - 1);
          endpoint.quiet = null;
        }
      }
    });
  }

  #resend(message: number, endpoint: number): void {
    const { messages, endpoints } = this.#world;
    if (messages.length === 0) return;
    const { id, app } = pick(messages, message);
    const there = endpoints.filter((endpoint) => endpoint.app === app && !endpoint.isQuiet);
    if (there.length === 0) return;
    this.#background(({ delivery }) => delivery.resend(id, pick(there, endpoint).id));
  }

  async #stop(awayMs: number): Promise<void> {
    const { clock } = this.#world;
    await this.#blackout(async () => {
      let stopped = false;
      void this.#life.delivery.stop().then(() => {
        stopped = true;
      });
      await this.#settle();
      while (!stopped) await this.#advance(clock.nextTimerMs() ?? 1);
      await this.#restart('stop', awayMs);
    }, SILENCE_AFTER_START_MS);
  }

  /** The engine continues for a moment without confirmations of its writes; then it ends. */
  async #crash(state: 'deaf' | 'cut', unheardMs: number, awayMs: number): Promise<void> {
    await this.#blackout(async () => {
      this.#life.gated.gate.state = state;
      await this.#advance(unheardMs);
      await this.#restart('crash', awayMs);
    }, SILENCE_AFTER_START_MS);
  }

  async #restart(end: 'stop' | 'crash', awayMs: number): Promise<void> {
    this.#life.die();
    this.#world.ends.push(end);
    await this.#advance(awayMs);
    await this.#storage.ended(this.#life.real);
    const { clock, ends, firstSendsUs } = this.#world;
    firstSendsUs[ends.length] = clock.monotonicUs() + SILENCE_AFTER_START_MS * 1000;
    this.#lives.push(await startLife(this.#world, await this.#storage.open()));
    await this.#settle();
  }

  /** With healthy receivers everything ends that is not held, and then the held deliveries too. */
  async #finish(): Promise<void> {
    const world = this.#world;
    for (const endpoint of world.endpoints) endpoint.mood = 'ok';
    await this.#untilDone();
    for (const endpoint of world.endpoints) this.#change(endpoint, { disabled: false, paused: false });
    await this.#settle();
    await this.#untilDone();
  }

  async #untilDone(): Promise<void> {
    const world = this.#world;
    const held = () =>
      new Set(world.endpoints.filter((endpoint) => endpoint.alive && endpoint.held).map(({ id }) => id));
    for (let waitedMs = 0; waitedMs < PATIENCE_MS && world.violations.length === 0; waitedMs += 5000) {
      const open = await stillOpen(this.#life.real);
      if (open.every((endpointId) => held().has(endpointId))) return;
      await this.#advance(5000);
    }
    if (world.violations.length === 0) world.violated('something waits for ever, and nothing holds it');
  }

  async #addApplication(limit: number | null): Promise<ModelApplication> {
    const id = `app_${this.#world.applications.length}`;
    const now = this.#world.clock.now();
    const content = { name: id, uid: null, rateLimit: limit, metadata: {} };
    const record = await this.#life.applications.insert(id, content, now);
    this.#life.delivery.applicationChanged(record);
    const app = { id, limit, alive: true };
    this.#world.applications.push(app);
    return app;
  }

  async #addEndpoint(
    app: ModelApplication,
    ownLimit: number | null,
    { isQuiet = false, isOrdered = false } = {},
  ): Promise<void> {
    if (!app.alive) return;
    const world = this.#world;
    const index = world.endpoints.length;
    const id = `ep_${index}`;
    const url = `http://receiver.test/${index}/0`;
    const content = { ...EMPTY_ENDPOINT, url, rateLimit: ownLimit, ordered: isOrdered, secret: newSecret() };
    const record = await this.#life.endpoints.insert(id, app.id, content, world.clock.now());
    const endpoint = { id, index, app, isQuiet, isOrdered, url, ownLimit, held: false, alive: true };
    world.endpoints.push({ ...endpoint, mood: 'ok', quiet: null, forgiving: 0 });
    this.#life.tell(record);
  }

  #troubled(index: number): ModelEndpoint {
    return pick(
      this.#world.endpoints.filter(({ isQuiet }) => !isQuiet),
      index,
    );
  }
}

const EMPTY_ENDPOINT = {
  ...PLAIN_ENDPOINT,
};

function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}
