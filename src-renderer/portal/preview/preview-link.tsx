import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type FromFrame, HELLO, PORT, type ToFrame } from '../../shared/preview-link/messages';
import { EVENT_TYPES_KEY } from '../catalog/use-event-types';
import { useChangeLook } from '../look/look-context';
import { FrameReporter } from './frame-reporter';
import { isPreview } from './is-preview';
import { takePicture } from './take-picture';
import { untilLoaded } from './until-loaded';

/** Where another frame may send this one: to a page of the portal, and nothing else. */
const PATH = /^\/[^/\\]?[^\\]{0,1000}$/;

/**
 * The portal's side of the preview. Renders nothing, and does nothing for a customer: it answers only in a sandbox
 * without an origin, only to the page around it, and only if that page is from the portal's own server, which the
 * browser guarantees. It neither takes nor gives a token.
 */
export function PreviewLink() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const port = useRef<MessagePort | null>(null);
  const reporter = useRef<FrameReporter | null>(null);
  const path = useRef(pathname);
  const go = useRef(navigate);
  const dress = useRef(useChangeLook());
  useEffect(() => {
    go.current = navigate;
  });
  useEffect(() => {
    if (!isPreview(window)) return;
    const say = (message: FromFrame) => port.current?.postMessage(message);
    const onMessage = (event: MessageEvent) => {
      const given = portOf(event);
      if (!given) return;
      port.current?.close();
      reporter.current?.stop();
      port.current = given;
      const watching = new FrameReporter(say);
      reporter.current = watching;
      given.onmessage = ({ data }: MessageEvent<ToFrame>) => {
        switch (data.kind) {
          case 'theme':
            document.documentElement.dataset.theme = data.theme === 'dark' ? 'dark' : 'light';
            return;
          case 'look':
            dress.current(data.settings);
            return;
          case 'go':
            if (PATH.test(data.path)) void go.current(data.path);
            return;
          case 'scroll':
            watching.scrollTo(data.to);
            return;
          case 'gaps':
            watching.makeRoom(data.gaps);
            return;
          case 'catalog':
            void queries.invalidateQueries({ queryKey: EVENT_TYPES_KEY });
            return;
          case 'picture':
            void untilLoaded(() => queries.isFetching({ predicate: isFirst }) > 0).then((isLoaded) =>
              say({ kind: 'picture', id: data.id, picture: isLoaded ? takePicture(watching) : null }),
            );
        }
      };
      watching.start();
      say({ kind: 'path', path: path.current, alone: false });
    };
    window.addEventListener('message', onMessage);
    window.parent.postMessage({ type: HELLO }, location.origin);
    return () => {
      window.removeEventListener('message', onMessage);
      reporter.current?.stop();
      say({ kind: 'ended' });
      port.current?.close();
      port.current = null;
    };
  }, [queries]);
  useEffect(() => {
    path.current = pathname;
    port.current?.postMessage({
      kind: 'path',
      path: pathname,
      alone: reporter.current?.alone ?? false,
    } satisfies FromFrame);
    reporter.current?.look();
  }, [pathname]);
  return null;
}

/** Whether the page has nothing to show of it yet; what is refreshed is shown meanwhile. */
function isFirst({ state }: Query): boolean {
  return state.status === 'pending';
}

/** The port that the admin pages of this very server send; null for any other message. */
function portOf(event: MessageEvent): MessagePort | null {
  const isOurs =
    event.source === window.parent &&
    event.origin === location.origin &&
    (event.data as { type?: unknown } | null)?.type === PORT;
  return (isOurs && event.ports[0]) || null;
}
