import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FromFrame, NamedPlace, Place } from '../../../../shared/preview-link/messages';
import { FailureNotice } from '../../../../ui/failure-notice';
import layout from '../../../../ui/layout.module.css';
import { frameAddress } from '../../../parts/portal-frame/frame-address';
import { FramePort } from '../../../parts/portal-frame/frame-port';
import { type FrameDraft, useFrameAccess } from '../../../parts/portal-frame/use-frame-access';
import type { FrameSource } from '../draft/frame-source';
import type { PreviewType } from '../visible-types';
import { visibleNames } from '../visible-types';
import { FrameHead } from './frame-head';
import { FrameOverlay } from './frame-overlay';
import type { PlannedFrame } from './frame-plan';
import { ghostGaps } from './ghost-gaps';
import { mayGo, typeOfPath } from './mirror';
import styles from './preview-frame.module.css';

interface PreviewFrameProps {
  readonly plan: PlannedFrame;
  /** 1 for the first. */
  readonly place: number;
  readonly appId: string;
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
  readonly source: FrameSource;
  /** The draft that the frame shows; undefined: none. */
  readonly draft: FrameDraft | undefined;
  /** A new object when the frame must read its event types again. */
  readonly state: object;
  /** The event type under the pointer in another frame; null: none. */
  readonly outlined: string | null;
  readonly onSaid: (key: string, message: FromFrame) => void;
  /** Called with the port to the frame, and with null when it is removed. */
  readonly onPort: (key: string, port: FramePort | null) => void;
}

/** One real portal, as the customers of one set see it, at its true width. */
export const PreviewFrame = memo(function PreviewFrame(props: PreviewFrameProps) {
  const { plan, appId, types, union, page, widthPx, roomPx, scale, draft, onSaid, onPort } = props;
  const { key, set, theme } = plan;
  const access = useFrameAccess({ appId, flags: set.featureFlags, draft });
  const { renew } = access;
  const visible = useMemo(() => visibleNames(types, set), [types, set]);
  const [names, setNames] = useState<readonly string[]>([]);
  const [path, setPath] = useState('');
  const [places, setPlaces] = useState<readonly NamedPlace[]>([]);
  const [room, setRoom] = useState<readonly (Place | null)[]>([]);
  const element = useRef<HTMLIFrameElement>(null);
  const port = useRef<FramePort | null>(null);
  const [line, setLine] = useState(0);
  // A restart of the server ends a draft and its tokens; the page still has the draft, and makes them again.
  const isDraft = draft !== undefined;
  const hear = useCallback(
    (message: FromFrame) => {
      if (message.kind === 'names') setNames(message.names);
      else if (message.kind === 'path') setPath(message.path);
      else if (message.kind === 'places') {
        setPlaces(message.places);
        setRoom(message.gaps);
      } else if (message.kind === 'ended' && isDraft) renew();
      onSaid(key, message);
    },
    [key, onSaid, isDraft, renew],
  );
  const first = useRef(page);
  first.current = page;
  const begin = useRef(theme);
  begin.current = theme;
  // Only a new token reloads the frame: theme and page are sent by message, so that it keeps its scroll position.
  const source = useMemo(
    () =>
      access.url &&
      frameAddress(access.url, begin.current, mayGo(first.current, visible) ? first.current : '/catalog'),
    [access.url, visible],
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
    () => (props.gaps && listed ? ghostGaps(union, names) : []),
    [props.gaps, listed, union, names],
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
      className={styles.cell}
      aria-label={`Frame ${props.place}: ${set.letter} ${set.name}${theme === 'dark' ? ', dark' : ''}`}
      style={{ width: widthPx * scale }}
      data-pane=""
      data-frame={props.place}
    >
      <FrameHead
        plan={plan}
        appId={appId}
        visible={visible.size}
        all={countCurrent(types)}
        expiresAt={access.expiresAt}
        source={props.source}
      />
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
        ) : access.error ? (
          <div className={styles.fault}>
            <FailureNotice
              title="This frame could not be opened"
              cause={access.error}
              onRetry={access.renew}
            />
            <p>Nothing is lost: the address of this screen keeps the sets, width and page.</p>
          </div>
        ) : (
          <p className={layout.frozen} role="status">
            Opening the portal
          </p>
        )}
      </div>
    </section>
  );
});

/** The first address for each token: later changes are sent by message and are no reason to reload. */
function useStable(source: string | null): string | null {
  const kept = useRef<string | null>(null);
  const keyOf = (address: string | null) => address?.slice(address.indexOf('#')) ?? null;
  if (keyOf(kept.current) !== keyOf(source)) kept.current = source;
  return kept.current;
}

function countCurrent(types: readonly PreviewType[]): number {
  return types.filter(({ archived }) => !archived).length;
}
