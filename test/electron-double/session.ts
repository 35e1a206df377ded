import { fault, record } from './control';
import { type Covered, MEMBERS } from './members';
import type { Page } from './page';
import { strict } from './strict';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];

/** What Electron grants to the pages of a session: everything, unless the program decides. */
class Session implements Covered<Electron.Session, 'session.defaultSession'> {
  #request: RequestHandler = null;
  #check: CheckHandler = null;

  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler;
  }
  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler;
  }
  setCertificateVerifyProc(_proc: Parameters<Electron.Session['setCertificateVerifyProc']>[0]): void {
    record('session.defaultSession.setCertificateVerifyProc');
  }
  setDevicePermissionHandler(
    _handler: ((details: Electron.DevicePermissionHandlerHandlerDetails) => boolean) | null,
  ): void {
    record('session.defaultSession.setDevicePermissionHandler');
  }
  setDisplayMediaRequestHandler(
    _handler: Parameters<Electron.Session['setDisplayMediaRequestHandler']>[0],
    _options?: Electron.DisplayMediaRequestHandlerOpts,
  ): void {
    record('session.defaultSession.setDisplayMediaRequestHandler');
  }
  setSpellCheckerEnabled(enable: boolean): void {
    record('session.defaultSession.setSpellCheckerEnabled', enable);
  }
  async clearStorageData(options?: Electron.ClearStorageDataOptions): Promise<void> {
    record('session.defaultSession.clearStorageData', options);
  }

  /** Whether the program lets the page have it. */
  async allows({
    contents,
    permission,
    url,
    origin,
    isMainFrame,
    isCheck,
  }: PermissionQuestion): Promise<boolean> {
    if (isCheck) {
      const details = { requestingUrl: url, isMainFrame } as Electron.PermissionCheckHandlerHandlerDetails;
      return (
        this.#check?.(contents, permission as Parameters<NonNullable<CheckHandler>>[1], origin, details) ??
        true
      );
    }
    const handler = this.#request;
    if (!handler) return true;
    const wanted = permission as Parameters<NonNullable<RequestHandler>>[1];
    return new Promise((done) => handler(contents, wanted, done, { requestingUrl: url, isMainFrame }));
  }
}

/** A page asks for something. */
export interface PermissionQuestion {
  readonly contents: Electron.WebContents;
  /** By Electron's name, or for a check by that of the web. */
  readonly permission: string;
  readonly url: string;
  readonly origin: string;
  readonly isMainFrame: boolean;
  /** It only asks whether it may. */
  readonly isCheck: boolean;
}

/** The session of every page, for the parts of the double that ask it. */
export const theSession = new Session();

/** Asks the program, records its decision, and makes Chromium follow it from then on. */
export async function decidePermission(page: Page, question: PermissionQuestion): Promise<boolean> {
  const { permission, origin, isCheck } = question;
  const isGranted = await theSession.allows(question);
  record('permission', permission, isGranted ? 'granted' : 'denied', origin, isCheck ? 'check' : 'request');
  const setting = isGranted ? 'granted' : 'denied';
  for (const name of CHROMIUM_NAMES[permission] ?? [permission])
    await page
      .askBrowser('Browser.setPermission', {
        permission: { name },
        setting,
        ...(origin === 'null' ? {} : { origin }),
      })
      .catch((cause) => fault(`Chromium knows no permission ${name}: ${cause.message}`));
  return isGranted;
}

const CHROMIUM_NAMES: Readonly<Record<string, readonly string[]>> = {
  media: ['camera', 'microphone'],
  'clipboard-read': ['clipboard-read'],
};

/** See Electron's `session`. */
export const session = strict(
  'session',
  {
    defaultSession: strict(
      'session.defaultSession',
      theSession,
      MEMBERS['session.defaultSession'],
    ) as unknown as Electron.Session,
  } satisfies Pick<typeof Electron.session, 'defaultSession'>,
  MEMBERS.session,
);
