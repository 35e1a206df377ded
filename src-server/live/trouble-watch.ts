/**
 * Finds endpoints that a person should hear about although no page is open, for the program that hosts this server.
 *
 * Promises: an endpoint is reported once when it is disabled automatically, once when its failure has lasted a minute,
 * and once when its messages are delayed, until that is over and begins again. What was already so at the start is
 * not reported: it is no news. A look every ten seconds is a page of an index and numbers in memory, whatever the load.
 * Not promised: each change. What begins and ends between two looks goes unreported.
 */

import type { Clock, Timer } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import { parseUrl } from '../base/parse-url';
import type { EndpointTraffic } from '../contract/traffic';
import type { AttentionRecord, AttentionStore } from '../storage/messages/attention-store';

/** An endpoint that needs a person, and why. */
export interface EndpointTrouble {
  readonly kind: 'disabled' | 'failing' | 'delayed';
  readonly appId: string;
  readonly endpointId: string;
  /** The host of its address. */
  readonly host: string;
  /** The name of its application. */
  readonly appName: string;
}

interface TroubleWatchParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly attention: AttentionStore;
  /** The endpoints that are busy now. */
  readonly busy: () => readonly Pick<EndpointTraffic, 'appId' | 'endpointId' | 'state'>[];
  /** Names a delayed endpoint. Null: it is gone. */
  readonly describe: (
    endpoint: Pick<EndpointTraffic, 'appId' | 'endpointId'>,
  ) => Promise<{ readonly url: string; readonly appName: string } | null>;
}

type Kind = EndpointTrouble['kind'];

const LOOK_EVERY_MS = 10_000;
/** A single failure that the first retry makes good is not worth an interruption. */
const LASTING_MS = 60_000;
/** More at once are in the number that the screen shows, and no list of messages would help. */
const MOST_AT_ONCE = 50;

export class TroubleWatch implements Service {
  readonly name = 'trouble watch';
  /** How many endpoints needed a person at the last look. */
  attentionTotal = 0;
  readonly #parts: TroubleWatchParts;
  readonly #listeners = new Set<(troubles: readonly EndpointTrouble[]) => void>();
  #known: ReadonlySet<string> | null = null; // `kind endpoint` at the last look; null before the first
  #timer: Timer | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: TroubleWatchParts) {
    this.#parts = parts;
  }

  /** Calls `listener` with what has begun since the last look; call the returned function to stop. */
  subscribe(listener: (troubles: readonly EndpointTrouble[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async start(): Promise<void> {
    this.#lookAndAgain();
    await this.#looking;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#looking;
  }

  #lookAndAgain(): void {
    const { clock, log } = this.#parts;
    this.#looking = this.#look()
      .catch((cause: unknown) => log.warn({ err: cause }, 'could not look for endpoints that need attention'))
      .then(() => {
        if (!this.#isStopped) this.#timer = clock.setTimer(LOOK_EVERY_MS, () => this.#lookAndAgain());
      });
  }

  async #look(): Promise<void> {
    const { clock, attention, busy } = this.#parts;
    const { rows, total } = await attention.list({ limit: MOST_AT_ONCE });
    const delayed = busy().filter(({ state }) => state === 'delayed');
    this.attentionTotal = total + delayed.length;
    const lastingSince = clock.now() - LASTING_MS;
    const listed = rows.flatMap((row) => {
      const kind = kindOf(row, lastingSince);
      return kind === null ? [] : [{ kind, row }];
    });
    const known = this.#known;
    this.#known = new Set([
      ...listed.map(({ kind, row }) => key(kind, row.endpointId)),
      ...delayed.map(({ endpointId }) => key('delayed', endpointId)),
      // Beyond the page, nobody knows whether an older one still fails: it is not reported as new when it comes back.
      ...(total > rows.length ? (known ?? []) : []),
    ]);
    if (known === null) return;
    const isNew = (kind: Kind, endpointId: string) => !known.has(key(kind, endpointId));
    const news: EndpointTrouble[] = listed
      .filter(({ kind, row }) => isNew(kind, row.endpointId))
      .map(({ kind, row }) => ({ ...namesOf(row), kind, host: hostOf(row.url) }));
    for (const { appId, endpointId } of delayed.slice(0, MOST_AT_ONCE)) {
      if (!isNew('delayed', endpointId)) continue;
      const names = await this.#parts.describe({ appId, endpointId });
      if (!names) continue;
      news.push({ kind: 'delayed', appId, endpointId, appName: names.appName, host: hostOf(names.url) });
    }
    if (news.length > 0) for (const listener of this.#listeners) listener(news);
  }
}

/** Null: it is paused, which somebody decided, or has not failed for long enough yet. */
function kindOf(row: AttentionRecord, lastingSince: number): Kind | null {
  if (row.disabledReason !== null) return 'disabled';
  return row.paused || row.failingSince === null || row.failingSince > lastingSince ? null : 'failing';
}

function namesOf({ appId, endpointId, appName }: AttentionRecord) {
  return { appId, endpointId, appName };
}

function key(kind: Kind, endpointId: string): string {
  return `${kind} ${endpointId}`;
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}
