import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlagSetContent } from '../../../src-server/contract/flag-set';
import type { FrameKey, FromFrame, RowSize } from '../preview-link/messages';
import type { FramePort } from './frame-port';
import type { RowSizes } from './ghost-gaps';
import { mayGo, mirroredPoint } from './mirror';
import type { PlannedFrame } from './planned-frame';
import { type PreviewType, visibleNames } from './visible-types';

/** How far below the top of a frame an event type is that it is scrolled to, in pixels. */
const SHOWN_AT_PX = 160;

interface MirrorParts {
  readonly frames: readonly PlannedFrame[];
  readonly types: readonly PreviewType[];
  readonly page: string;
  readonly sync: boolean;
  readonly onPage: (page: string) => void;
  /** A key that was pressed in a frame, which this window never sees. Absent: keys mean nothing here. */
  readonly onKey?: (press: FrameKey) => void;
}

/** Repeats what happens in one frame in the others: navigation, scrolling, pointing. */
export function useMirror(parts: MirrorParts) {
  const latest = useRef(parts);
  latest.current = parts;
  const ports = useRef(new Map<string, FramePort>());
  const names = useRef(new Map<string, ReadonlySet<string>>());
  /** The page of each frame, as it reported or as it was told. */
  const paths = useRef(new Map<string, string>());
  /** The frames that have reported where they are. The first report is no navigation by a person. */
  const arrived = useRef(new Set<string>());
  const [pointed, setPointed] = useState<{ readonly from: string; readonly name: string } | null>(null);

  const sizesOf = useRef(new Map<string, readonly RowSize[]>());
  const [sizes, setSizes] = useState<RowSizes>(new Map());
  const gatherSizes = useCallback(() => {
    const all = [...sizesOf.current.values()].flat();
    // The first of a group says how high its heading is, in whichever frame it is the first.
    setSizes(
      new Map([...all].sort((a, b) => Number(!!a.group) - Number(!!b.group)).map((row) => [row.name, row])),
    );
  }, []);

  const sendTo = useCallback((key: string, set: FlagSetContent, page: string) => {
    const port = ports.current.get(key);
    if (!port || paths.current.get(key) === page) return;
    if (!mayGo(page, visibleNames(latest.current.types, set))) return;
    paths.current.set(key, page);
    port.send({ kind: 'go', path: page });
  }, []);

  // The page in the toolbar or the address.
  const { page, frames } = parts;
  useEffect(() => {
    for (const { key, set } of frames) sendTo(key, set, page);
  }, [page, frames, sendTo]);

  const onPort = useCallback((key: string, port: FramePort | null) => {
    if (port) ports.current.set(key, port);
    else {
      ports.current.delete(key);
      names.current.delete(key);
      sizesOf.current.delete(key);
      paths.current.delete(key);
      arrived.current.delete(key);
    }
  }, []);

  const onSaid = useCallback(
    (from: string, message: FromFrame) => {
      const now = latest.current;
      const others = now.frames.filter(({ key }) => key !== from);
      switch (message.kind) {
        case 'names':
          names.current.set(from, new Set(message.names));
          return;
        case 'sizes':
          // Another page has no such list; what its rows measured holds until the list is back.
          if (message.rows.length > 0) sizesOf.current.set(from, message.rows);
          gatherSizes();
          return;
        case 'path': {
          const isFirst = !arrived.current.has(from);
          arrived.current.add(from);
          if (paths.current.get(from) === message.path) return;
          paths.current.set(from, message.path);
          if (isFirst) {
            // The page may have changed while the frame was loading.
            for (const { key, set } of now.frames) if (key === from) sendTo(key, set, now.page);
            return;
          }
          if (message.alone || !now.sync) return;
          for (const { key, set } of others) sendTo(key, set, message.path);
          now.onPage(message.path);
          return;
        }
        case 'scrolled':
          if (message.alone || !now.sync) return;
          for (const { key } of others) {
            if (paths.current.get(key) !== paths.current.get(from)) continue;
            const to = mirroredPoint(message.at, now.types, names.current.get(key) ?? new Set());
            ports.current.get(key)?.send({ kind: 'scroll', to });
          }
          return;
        case 'hover':
          setPointed(message.name === null ? null : { from, name: message.name });
          return;
        case 'key':
          latest.current.onKey?.(message.press);
      }
    },
    [sendTo, gatherSizes],
  );
  /** Scrolls all frames to an event type, or to the last one before it that they show, and points at it. */
  const show = useCallback((name: string) => {
    const now = latest.current;
    for (const { key } of now.frames) {
      const at = { anchor: name, topPx: SHOWN_AT_PX, fraction: 0.5 };
      const to = mirroredPoint(at, now.types, names.current.get(key) ?? new Set());
      if (to.anchor !== null) ports.current.get(key)?.send({ kind: 'scroll', to });
    }
    setPointed({ from: '', name });
  }, []);
  return { onPort, onSaid, show, pointed, ports, sizes };
}
