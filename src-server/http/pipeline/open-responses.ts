import type { ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock';
import { ApiError } from '../../base/errors';
import { tooManyRequests } from '../../base/too-many-requests';
import type { whenGone } from '../when-gone';
import { type Authenticate, bearerToken } from './authenticate';

/** How often those who read an open response are asked for again. With the look-up, this stays well below a second. */
const LOOK_EVERY_MS = 300;
/** Most open responses of one token, log-in or link: each holds a connection, and may fall behind by megabytes. */
const RESPONSES_MAX = 200;

interface OpenResponseParts {
  readonly authenticate: Authenticate;
  readonly clock: Clock;
}

interface OpenResponse {
  readonly response: ServerResponse;
  /** That of the response. */
  readonly onGone: ReturnType<typeof whenGone>;
  /** Ends it. */
  readonly end: () => void;
}

/** Responses that take as long as their readers like. */
export interface OpenResponses {
  /**
   * Ends a response within a second after the access of its reader has ended, whatever ended it: its token, log-in or link
   * was revoked, rotated or has expired, here or on another node.
   * @throws ApiError too_many_requests
   */
  add(open: OpenResponse): void;
}

/**
 * Asks the database, since nothing else knows every way in which access ends. While it cannot be asked, answers stay
 * open: nothing can be revoked then.
 */
export function createOpenResponses({ authenticate, clock }: OpenResponseParts): OpenResponses {
  /** By what their readers have presented. */
  const readers = new Map<string, Map<ServerResponse, () => void>>();
  let isLooking = false;

  async function look(): Promise<void> {
    await Promise.all([...readers.values()].map(endRefused));
    isLooking = readers.size > 0;
    if (isLooking) lookLater();
  }

  function lookLater(): void {
    clock.setTimer(LOOK_EVERY_MS, () => void look());
  }

  async function endRefused(responses: ReadonlyMap<ServerResponse, () => void>): Promise<void> {
    const [first] = responses.keys();
    if (!first) return;
    try {
      await authenticate(first.req);
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status !== 401) return;
      // A reader that does not take the end is cut off at the next look.
      for (const [response, end] of responses) response.writableEnded ? response.destroy() : end();
    }
  }

  return {
    add({ response, onGone, end }) {
      const { authorization, cookie = '' } = response.req.headers;
      const reader = bearerToken(authorization) ?? cookie;
      const responses = readers.get(reader) ?? new Map<ServerResponse, () => void>();
      if (responses.size >= RESPONSES_MAX)
        throw tooManyRequests(`${RESPONSES_MAX} responses to you are open.`, 10);
      readers.set(reader, responses.set(response, end));
      onGone(() => {
        responses.delete(response);
        if (responses.size === 0) readers.delete(reader);
      });
      if (isLooking) return;
      isLooking = true;
      lookLater();
    },
  };
}
