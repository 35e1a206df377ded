import type { Protocol } from './chromium';
import { record } from './control';
import type { Frame } from './frame';
import type { Page } from './page';
import { preventable } from './preventable';

/** What a page wants to load, before anything was sent. */
interface Navigation {
  readonly frame: Frame;
  readonly url: string;
  readonly isRedirect: boolean;
  /** The page or the person in it wants that; false: the program loads it. */
  readonly isOfPage: boolean;
}

/**
 * Asks the program about each navigation of each frame, while Chromium holds the request back: what the program prevents
 * is aborted before anything reached the network.
 *
 * @param emit emits an event of the page's contents
 * @param isOwnLoad whether the program itself asked for this load
 */
export function guardNavigations(
  page: Page,
  emit: (event: string, ...args: unknown[]) => void,
  isOwnLoad: (url: string) => boolean,
): void {
  page.on('Fetch.requestPaused', (event: Protocol, sessionId: string) => {
    const { requestId, frameId, request } = event;
    const frame = page.frame(frameId);
    const isRedirect = event.redirectedRequestId !== undefined;
    const url = request.url + (request.urlFragment ?? '');
    const isMain = frame === page.mainFrame;
    const isOfPage = !(isMain && isOwnLoad(url));
    const isAllowed = !frame || isLetThrough({ frame, url, isRedirect, isOfPage }, page, emit);
    const [method, more] = isAllowed
      ? ['Fetch.continueRequest', {}]
      : ['Fetch.failRequest', { errorReason: 'Aborted' }];
    page.ask(method, { requestId, ...more }, sessionId).catch(() => {}); // the page has gone in between
  });
  // What leads out of the web sends no request: another program would be started, or a file shown.
  page.on('Page.frameRequestedNavigation', (event: Protocol) => {
    const frame = page.frame(event.frameId);
    if (!frame || /^(https?|about|javascript|blob|data):/.test(event.url)) return;
    if (isLetThrough({ frame, url: event.url, isRedirect: false, isOfPage: true }, page, emit))
      record('external protocol', event.url);
  });
}

function isLetThrough(
  { frame, url, isRedirect, isOfPage }: Navigation,
  page: Page,
  emit: (event: string, ...args: unknown[]) => void,
): boolean {
  if (!isRedirect && !isOfPage) return true;
  const isMainFrame = frame === page.mainFrame;
  const event = preventable({
    url,
    isSameDocument: false,
    isMainFrame,
    frame: frame.asSeen,
    initiator: frame.asSeen,
  });
  if (isRedirect) {
    emit('will-redirect', event, url, false, isMainFrame, 0, 0);
    return !event.defaultPrevented;
  }
  emit('will-frame-navigate', event);
  if (isMainFrame && !event.defaultPrevented) emit('will-navigate', event, url, false, true, 0, 0);
  return !event.defaultPrevented;
}
