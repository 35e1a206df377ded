import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import layout from '../../ui/layout.module.css';
import type { FromFrame, NamedPlace, Place } from '../preview-link/messages';
import { frameAddress } from './frame-address';
import { FrameOverlay } from './frame-overlay';
import styles from './frame-overlay.module.css';
import { FramePort } from './frame-port';
import { ghostGaps, type RowSizes } from './ghost-gaps';
import { mayGo, typeOfPath } from './mirror';
import type { PlannedFrame } from './planned-frame';
import type { PreviewType } from './visible-types';
import { visibleNames } from './visible-types';

export interface PortalWindowProps {
  readonly plan: PlannedFrame;
  /** 1 for the first. */
  readonly place: number;
  /** Logs the frame in; null while there is no token. */
  readonly url: string | null;
  /** What stands above the frame. @param visible how many event types it shows */
  readonly head: (visible: number) => ReactNode;
  /** What stands in its place while there is no token. */
  readonly instead: ReactNode;
  /** All event types of the instance. */
  readonly types: readonly PreviewType[];
  /** Those that any frame shows. */
  readonly union: readonly PreviewType[];
  readonly page: string;
  readonly widthPx: number;
  /** Height of the cell, in pixels of the window. */
  readonly roomPx: number;
  readonly scale: number;
  readonly gaps: boolean;
  /** Sizes of rows in all frames. */
  readonly sizes: RowSizes;
  /** A new object when the frame must read its event types again. */
  readonly state: object;
  /** The event type under the pointer in another frame; null: none. */
  readonly outlined: string | null;
  readonly onSaid: (key: string, message: FromFrame) => void;
  /** Called with the port to the frame, and with null when it is removed. */
  readonly onPort: (key: string, port: FramePort | null) => void;
  /** Called when the portal in the frame has ended, because its token was refused. */
  readonly onEnded: () => void;
}

/** One real portal, as the customers of one set see it, at its true width. */
export function PortalWindow(props: PortalWindowProps) {
  const { plan, url, types, union, page, widthPx, roomPx, scale, onSaid, onPort, onEnded } = props;
  const { key, set, theme } = plan;
  const visible = useMemo(() => visibleNames(types, set), [types, set]);
  const [names, setNames] = useState<readonly string[]>([]);
  const [path, setPath] = useState('');
  const [places, setPlaces] = useState<readonly NamedPlace[]>([]);
  const [room, setRoom] = useState<readonly (Place | null)[]>([]);
  const element = useRef<HTMLIFrameElement>(null);
  const port = useRef<FramePort | null>(null);
  const [line, setLine] = useState(0);
  const hear = useCallback(
    (message: FromFrame) => {
      if (message.kind === 'names') setNames(message.names);
      else if (message.kind === 'path') setPath(message.path);
      else if (message.kind === 'places') {
        setPlaces(message.places);
        setRoom(message.gaps);
      } else if (message.kind === 'ended') onEnded();
      onSaid(key, message);
    },
    [key, onSaid, onEnded],
  );
  const first = useRef(page);
  first.current = page;
  const begin = useRef(theme);
  begin.current = theme;
  // Only a new token reloads the frame: theme and page are sent by message, so that it keeps its scroll position.
  const source = useMemo(
    () => url && frameAddress(url, begin.current, mayGo(first.current, visible) ? first.current : '/catalog'),
    [url, visible],
  );
  const loaded = useStable(source);
  useEffect(() => {
    if (!loaded || !element.current) return;
    const next = new FramePort(element.current, hear, () => setLine((now) => now + 1));
    port.current = next;
    onPort(key, next);
    return () => {
      next.close();
      port.current = null;
      onPort(key, null);
    };
  }, [loaded, hear, key, onPort]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded frame must be told again
  useEffect(() => {
    port.current?.send({ kind: 'theme', theme });
  }, [theme, line]);
  const shown = useRef(props.state);
  useEffect(() => {
    if (shown.current === props.state) return;
    shown.current = props.state;
    port.current?.send({ kind: 'catalog' });
  }, [props.state]);
  const listed = path === '/catalog' && names.length === visible.size;
  const ghosts = useMemo(
    () => (props.gaps && listed ? ghostGaps(union, names, props.sizes) : []),
    [props.gaps, listed, union, names, props.sizes],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded frame must be told again
  useEffect(() => {
    port.current?.send({ kind: 'gaps', gaps: ghosts.map(({ gap }) => gap) });
  }, [ghosts, line]);
  const wanted = typeOfPath(page);
  const hiddenPage =
    wanted !== null && !visible.has(wanted) ? types.find(({ name }) => name === wanted) : undefined;
  return (
    <section
      className={`${layout.column} ${layout.fixed} ${styles.cell}`}
      aria-label={`Frame ${props.place}: ${set.letter} ${set.name}${theme === 'dark' ? ', dark' : ''}`}
      style={{ width: widthPx * scale }}
      data-pane=""
      data-frame={props.place}
    >
      {props.head(visible.size)}
      <div className={styles.window} style={{ height: roomPx }}>
        {loaded ? (
          <div className={styles.scaled} style={{ width: widthPx, height: roomPx / scale, scale }}>
            <iframe
              // A new token is a new document, which must not become an entry of the window's history.
              key={loaded}
              ref={element}
              className={styles.frame}
              src={loaded}
              title={`Portal as seen by ${set.letter} ${set.name}`}
              sandbox="allow-scripts allow-forms"
              allow="clipboard-write *"
              referrerPolicy="no-referrer"
            />
            <FrameOverlay
              theme={theme}
              set={set}
              ghosts={ghosts}
              room={room}
              places={places}
              outlined={props.outlined}
              hiddenPage={hiddenPage}
            />
          </div>
        ) : (
          props.instead
        )}
      </div>
    </section>
  );
}

/** The first address for each token: later changes are sent by message and are no reason to reload. */
function useStable(source: string | null): string | null {
  const kept = useRef<string | null>(null);
  const keyOf = (address: string | null) => address?.slice(address.indexOf('#')) ?? null;
  if (keyOf(kept.current) !== keyOf(source)) kept.current = source;
  return kept.current;
}
