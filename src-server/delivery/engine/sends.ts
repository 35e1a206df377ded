import type { EndpointRecord } from '../../storage/endpoint-record';
import type { SendReport } from '../connection/sender';
import type { Content, Entry } from '../endpoints/entry-queue';
import type { EndpointQueue } from './endpoint-queue';
import type { EngineParts } from './engine-parts';
import { Send } from './send';
import type { SendOutcomes } from './send-outcomes';

/** What the engine does as a send goes on. */
interface SendEvents {
  /** The entry is in the window of its queue no more. */
  left(entry: Entry): void;
  /** Something may leave this queue now. */
  pump(queue: EndpointQueue): void;
  /** There may be room for queues that were turned away. */
  pumpTurnedAway(): void;
}

/** Sends what may leave, and tells pacer, capacity and traffic of each send from its start to its response. */
export class Sends {
  readonly #parts: EngineParts;
  readonly #outcomes: SendOutcomes;
  readonly #events: SendEvents;

  constructor(parts: EngineParts, outcomes: SendOutcomes, events: SendEvents) {
    this.#parts = parts;
    this.#outcomes = outcomes;
    this.#events = events;
  }

  /** Sends the first entry in the window of a queue, whose pacer has granted it. */
  start(queue: EndpointQueue, entry: Entry, content: Content, endpoint: EndpointRecord): void {
    const { capacity, clock, directory, network, noteOf, sender, sendRight, whitelabel } = this.#parts;
    const target = directory.targetOf(endpoint);
    queue.window.shift();
    queue.take(entry);
    this.#events.left(entry);
    capacity.started(queue);
    const startedUs = clock.monotonicUs();
    const fence = sendRight.fenceOf(endpoint.id);
    const send = new Send({ queue, entry, endpoint, url: target.url, startedUs, fence });
    const { body, contentType } = content;
    const says = { whitelabel: whitelabel(), note: noteOf(content, target) };
    const request = { target, messageId: entry.messageId, body, contentType, ...says };
    const { opening, report } = sender.send(request, () => this.#leaves(send));
    if (opening) queue.opening.began(clock.monotonicUs());
    void report.then((ended) =>
      network.judge(send, ended, (judged) => this.#returned(send, opening, judged)),
    );
  }

  /** Its first byte is about to be written. @returns false: it may no longer leave */
  #leaves(send: Send): boolean {
    const { isGivenUp, endpointId } = send.queue;
    if (isGivenUp || !this.#parts.sendRight.mayStart(endpointId)) return false;
    const { attemptCount, manual, staleOnce } = send.entry;
    const isFirst = attemptCount === 0 && !manual && !staleOnce;
    // Once it is written: the process may stand still before, and the receiver sees when the bytes leave. It is measured in
    // that second too: one that is counted a moment before would be one too many in the second before.
    queueMicrotask(() => {
      this.#count(send, isFirst);
      this.#written(send);
    });
    return true;
  }

  #count({ queue, entry }: Send, isFirst: boolean): void {
    this.#parts.traffic.sent(queue.endpointId, this.#parts.now() - entry.dueAt, isFirst);
  }

  /** What the pacer counts: also an attempt that failed before its first byte. */
  #written(send: Send): void {
    const { queue } = send;
    send.writtenUs = this.#parts.clock.monotonicUs();
    send.pacedAs = queue.pacer.written(send.writtenUs);
    this.#pumpAfterWrite(queue);
  }

  #pumpAfterWrite(queue: EndpointQueue): void {
    if (!queue.awaitsWrite) return;
    queue.awaitsWrite = false;
    queueMicrotask(() => this.#events.pump(queue));
  }

  #returned(send: Send, opening: boolean, report: SendReport): void {
    const { capacity, clock } = this.#parts;
    const { queue } = send;
    const { kind } = report.result;
    if (report.written) queue.pacer.responded(send.pacedAs, send.writtenUs, clock.monotonicUs());
    else if (kind === 'withdrawn') {
      queue.pacer.withdrawn();
      this.#pumpAfterWrite(queue);
    } else {
      this.#written(send);
      // An attempt like others, though nobody received it; what this machine lacks is none.
      if (kind !== 'short' && kind !== 'no-network') this.#count(send, false);
    }
    if (opening) queue.opening.ended(send.startedUs, clock.monotonicUs());
    capacity.ended(queue);
    this.#outcomes.take(send, report);
    this.#events.pumpTurnedAway();
    this.#events.pump(queue);
  }
}
