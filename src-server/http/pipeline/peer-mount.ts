import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { apiError, notFound } from '../../base/errors';
import type { Service } from '../../base/lifecycle';
import { decodeText, parseJson } from '../../base/read-json';
import type { Mount } from './app';
import { readBody } from './read-body';
import { sendResponse } from './send-response';

/** What one node asks another for. Throws an ApiError for what it refuses. */
export type PeerOperation = (body: unknown) => Promise<unknown>;

/**
 * A response that does not end by itself. Throws an ApiError for what it refuses.
 * @returns what writes lines until it is told that nobody reads them any more
 */
export type PeerStream = (body: unknown) => (lines: PeerLines) => void;

export interface PeerLines {
  /** A text without line breaks. */
  write(line: string): void;
  /** Calls `listener` once the reader is gone. */
  onGone(listener: () => void): void;
}

interface PeerMountParts {
  /** Where it begins. */
  readonly path: string;
  readonly isPeer: (headers: IncomingHttpHeaders) => boolean;
  /** By the rest of the path: `/wake`. */
  readonly operations: Readonly<Record<string, PeerOperation>>;
  readonly streams: Readonly<Record<string, PeerStream>>;
}

const BODY_MAX_BYTES = 1024 * 1024;
/** What nodes tell each other must not wait for the bodies of customers. */
const UNCOUNTED = { grow: () => undefined };
/** A reader this far behind is cut off, and comes back. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

/** What nodes tell and ask each other: JSON, by POST. To everybody else, these paths say that the key is wrong. */
export function createPeerMount(parts: PeerMountParts): Mount & Service {
  const open = new Set<ServerResponse>();

  function follow(begin: ReturnType<PeerStream>, response: Response): void {
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
    response.flushHeaders();
    open.add(response);
    response.on('close', () => open.delete(response));
    begin({
      write(line) {
        response.write(`${line}\n`);
        if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
      },
      onGone: (listener) => void response.on('close', listener),
    });
  }

  return {
    name: 'requests of other nodes',
    path: parts.path,
    async handle(request, response) {
      if (!parts.isPeer(request.headers)) throw apiError('authentication_failed', 'Invalid cluster key');
      if (request.method !== 'POST') throw apiError('method_not_allowed', 'Use POST.');
      const name = request.url.slice(parts.path.length);
      const operation = Object.hasOwn(parts.operations, name) ? parts.operations[name] : undefined;
      const stream = Object.hasOwn(parts.streams, name) ? parts.streams[name] : undefined;
      if (!operation && !stream) throw notFound();
      const body = parseJson(decodeText(await readBody(request, BODY_MAX_BYTES, UNCOUNTED)));
      if (operation) return sendResponse(response, 200, await operation(body));
      if (stream) follow(stream(body), response);
    },
    start: () => Promise.resolve(),
    async stop() {
      for (const response of open) response.end();
    },
  };
}
