import { type Principal, seesEverything } from '../../access/principal';
import { apiError } from '../../base/errors';
import { tooManyRequests } from '../../base/too-many-requests';
import { BODY_ALLOWANCES } from '../../contract/limits';
import { workerCaller } from '../worker-caller';

/** For whom bodies are counted together. */
export interface BodyOwner {
  /** The same for all callers that share an allowance. */
  readonly key: string;
  readonly maxBytes: number;
  /** True: the sender, who does not wait for the bodies of anybody else. */
  readonly isSender: boolean;
}

/** What is set aside for one body. */
export interface HeldRoom {
  /**
   * Makes room for so many bytes in all, or throws and leaves what there was.
   * @throws ApiError too_many_requests when the owner has too much on its way, unavailable when everybody has
   */
  grow(bytes: number): void;
  /** Harmless when repeated. */
  release(): void;
}

/** Requests without a token, below the API. */
export const ANONYMOUS_BODIES: BodyOwner = {
  key: 'anonymous',
  maxBytes: BODY_ALLOWANCES.anonymous,
  isSender: false,
};
/** Requests to the built-in receiver. */
export const RECEIVER_BODIES: BodyOwner = {
  key: 'receiver',
  maxBytes: BODY_ALLOWANCES.receiver,
  isSender: false,
};

/** Whose the bodies of this caller are: the portals of an application share an allowance. */
export function bodyOwnerOf(principal: Principal): BodyOwner {
  const { key } = workerCaller(principal);
  const isSender = seesEverything(principal);
  return { key, maxBytes: isSender ? BODY_ALLOWANCES.admin : BODY_ALLOWANCES.other, isSender };
}

/**
 * The bodies of requests that are on their way or being worked on, whose sum is bounded: by owner, and in all. A body takes
 * the room that it announces before any of it is read, so that one that was begun can be read to its end.
 */
export class BodyRoom {
  /** By key; those with nothing on its way are not in it. */
  readonly #owners = new Map<string, number>();
  #all = 0;
  /** Of all but the sender. */
  #others = 0;

  hold(owner: BodyOwner): HeldRoom {
    let held = 0;
    return {
      grow: (bytes) => {
        if (bytes <= held) return;
        this.#check(owner, bytes - held);
        this.#add(owner, bytes - held);
        held = bytes;
      },
      release: () => {
        if (held > 0) this.#add(owner, -held);
        held = 0;
      },
    };
  }

  #check({ key, maxBytes, isSender }: BodyOwner, more: number): void {
    if ((this.#owners.get(key) ?? 0) + more > maxBytes) {
      throw tooManyRequests('Too many bytes of requests from this caller are in flight.', 1);
    }
    const { all, others } = BODY_ALLOWANCES;
    if (this.#all + more > all || (!isSender && this.#others + more > others)) {
      throw apiError(
        'unavailable',
        'Too many bytes of requests to this server are in flight. Try again in 1 second.',
        1,
      );
    }
  }

  #add({ key, isSender }: BodyOwner, more: number): void {
    const held = (this.#owners.get(key) ?? 0) + more;
    if (held > 0) this.#owners.set(key, held);
    else this.#owners.delete(key);
    this.#all += more;
    if (!isSender) this.#others += more;
  }
}
