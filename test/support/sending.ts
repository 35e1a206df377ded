import { onTestFinished } from 'vitest';
import { systemClock } from '../../src-server/base/clock';
import { createAddressGuard } from '../../src-server/delivery/connection/address-guard';
import { createSender, type Sender, type SendReport } from '../../src-server/delivery/connection/sender';
import { newSecret } from '../../src-server/delivery/connection/signing-secret';
import { prepareTarget } from '../../src-server/delivery/connection/target';

/** Lets this machine be reached, and nothing else that is private. */
export const LOOPBACK_ALLOWED = createAddressGuard({ allowTargets: ['127.0.0.0/8'], allowLoopback: false });

/** How something is sent, if not `{}` of `app_1`. */
interface Wishes {
  readonly appId?: string;
  readonly headers?: Record<string, string>;
  readonly leaves?: () => boolean;
}

/** A sender over the network, until the end of the test. */
export function sender(options: Partial<Parameters<typeof createSender>[0]> = {}): Sender {
  const parts = {
    clock: systemClock,
    guard: LOOPBACK_ALLOWED,
    timeoutMs: 5000,
    version: '1.2.3',
    ...options,
  };
  const made = createSender(parts);
  onTestFinished(() => made.close());
  return made;
}

/** Sends `{}` to a URL. */
export function sendBy(by: Sender, url: string, wishes: Wishes = {}): Promise<SendReport> {
  const { appId = 'app_1', headers = {}, leaves = () => true } = wishes;
  const target = prepareTarget({ appId, url, headers, secret: newSecret() }, []);
  const request = { target, messageId: 'msg_1', body: Buffer.from('{}'), whitelabel: false };
  return by.send(request, leaves).report;
}

/** A function that sends `{}` to a URL, each time with the same sender. */
export function sending(options?: Parameters<typeof sender>[0]) {
  const by = sender(options);
  return (url: string, wishes?: Wishes): Promise<SendReport> => sendBy(by, url, wishes);
}
