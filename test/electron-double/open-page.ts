import type { Chromium, Protocol } from './chromium';
import { Page } from './page';
import type { PageScripts } from './page-scripts';

const guarded = new WeakSet<Chromium>();
const ours = new Set<string>();
let opening: Promise<unknown> = Promise.resolve();

/** Opens a page for a window. Every other one, which a page of the program made, is closed before it loads anything. */
export function openPage(chromium: Chromium, size: Electron.Rectangle, scripts: PageScripts): Promise<Page> {
  const opened = guard(chromium)
    .then(() =>
      chromium.ask('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        width: size.width,
        height: size.height,
      }),
    )
    .then(({ targetId }) => {
      ours.add(targetId);
      return Page.follow(chromium, targetId, scripts);
    });
  opening = opened.catch(() => {});
  return opened;
}

async function guard(chromium: Chromium): Promise<void> {
  if (guarded.has(chromium)) return;
  guarded.add(chromium);
  chromium.on('Target.attachedToTarget', (event: Protocol, parent?: string) => {
    if (parent !== undefined || event.targetInfo.type !== 'page' || !event.waitingForDebugger) return;
    const { targetId } = event.targetInfo;
    opening
      .then(() =>
        ours.has(targetId) ? resume(chromium, event.sessionId) : dispose(chromium, targetId, event.sessionId),
      )
      .catch(() => {}); // it has gone already
  });
  await chromium.ask('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });
}

function resume(chromium: Chromium, sessionId: string): Promise<unknown> {
  return chromium.ask('Runtime.runIfWaitingForDebugger', {}, sessionId);
}

/**
 * Closes a page that waits to begin. Its opener may have its process, and waits with it: so it begins, with each of its
 * requests held back, and is closed then.
 */
async function dispose(chromium: Chromium, targetId: string, sessionId: string): Promise<void> {
  await chromium.ask('Fetch.enable', {}, sessionId);
  await resume(chromium, sessionId);
  await chromium.ask('Target.closeTarget', { targetId });
}
