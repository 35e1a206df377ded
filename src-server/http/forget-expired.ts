import type { Clock, Timer } from '../base/clock';
import type { Service } from '../base/lifecycle';
import type { Log } from '../base/log';
import type { IdempotencyStore } from '../storage/idempotency-store';
import type { TokenStore } from '../storage/token-store';
import { KEPT_MS } from './idempotency';

const EVERY_MS = 3_600_000;

export interface ForgetExpiredParts {
  readonly idempotency: IdempotencyStore;
  readonly tokens: TokenStore;
  readonly clock: Clock;
  readonly log: Log;
}

/** Once an hour, and at the start, removes what has expired and can never be used again. */
export function createForgetExpired({ idempotency, tokens, clock, log }: ForgetExpiredParts): Service {
  let timer: Timer | undefined;
  let isStopped = false;
  async function sweep(): Promise<void> {
    try {
      await idempotency.deleteBefore(clock.now() - KEPT_MS);
      await tokens.deleteExpiredPortalTokens(clock.now());
    } catch (cause) {
      // Nothing depends on it: what has expired is refused whether or not it is still there.
      log.warn({ err: cause }, 'expired rows could not be removed');
    }
    if (!isStopped) timer = clock.setTimer(EVERY_MS, () => void sweep());
  }
  return {
    name: 'removal of what has expired',
    start: sweep,
    async stop() {
      isStopped = true;
      timer?.cancel();
    },
  };
}
