import { expect, test } from 'vitest';
import { systemClock } from '../../../src-server/base/clock';
import { createAddressGuard } from '../../../src-server/delivery/connection/address-guard';
import type { ResolveName } from '../../../src-server/delivery/connection/guarded-lookup';
import { createMailSender } from '../../../src-server/notices/mail-sender';
import { startMailServer } from '../../support/mail-server';
import { startedHere } from '../../support/started';
import { TLS_CERTIFICATE, TLS_KEY, TLS_NAME } from '../../support/tls-receiver';

const tls = { cert: TLS_CERTIFICATE, key: TLS_KEY };
/** The name of the certificate leads to this computer. */
const resolve: ResolveName = (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

const senderOf = (options: { trusts?: boolean; allowLoopback?: boolean } = {}) =>
  createMailSender({
    clock: systemClock,
    guard: createAddressGuard({ allowTargets: [], allowLoopback: options.allowLoopback ?? true }),
    resolve,
    ...(options.trusts !== false && { tls: { ca: TLS_CERTIFICATE } }),
  });

const mailTo = (
  { port }: { readonly port: number },
  smtp: { host?: string; secure?: boolean; password?: string } = {},
) => {
  const { host = TLS_NAME, secure = false, password } = smtp;
  const user = password === undefined ? null : 'posthorn@ada.example';
  return {
    way: {
      ...{ origin: null, from: null, to: ['oncall@ada.example', 'boss@ada.example'] },
      smtp: { host, port, secure, user, hasPassword: password !== undefined },
    },
    ...{ password, recipient: null, subject: 'Ada is failing', text: 'Ada is failing\n' },
  };
};
const { signal } = new AbortController();

test('a mail goes over TLS from the first byte, with the log-in, to all recipients', async () => {
  const server = await startedHere(startMailServer({ ...tls, secure: true }));
  expect(await senderOf().send(mailTo(server, { secure: true, password: 'right' }), signal)).toBeNull();
  const [mail] = await server.taken(1);
  expect(mail).toMatchObject({
    from: 'posthorn@ada.example',
    to: ['oncall@ada.example', 'boss@ada.example'],
    user: 'posthorn@ada.example',
    isSecure: true,
  });
  expect(mail?.text).toContain('Subject: Ada is failing');
  expect(mail?.text).toContain('Auto-Submitted: auto-generated');
});

test('where the server offers STARTTLS it is used, also without a password', async () => {
  const server = await startedHere(startMailServer(tls));
  expect(await senderOf().send(mailTo(server), signal)).toBeNull();
  expect(await senderOf().send(mailTo(server, { password: 'right' }), signal)).toBeNull();
  expect((await server.taken(2)).map(({ isSecure }) => isSecure)).toEqual([true, true]);
  expect(server.passwords).toEqual([{ password: 'right', isSecure: true }]);
});

test('a server without TLS gets mail, and never a password unless it is this computer', async () => {
  const server = await startedHere(
    startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
  );
  expect(await senderOf().send(mailTo(server), signal)).toBeNull();
  expect(await senderOf().send(mailTo(server, { password: 'right' }), signal)).toMatch(/offers no TLS/);
  expect(server.passwords).toEqual([]);
  const local = mailTo(server, { host: '127.0.0.1', password: 'right' });
  expect(await senderOf().send(local, signal)).toBeNull();
  expect(server.passwords).toEqual([{ password: 'right', isSecure: false }]);
  expect((await server.taken(2)).map(({ user }) => user)).toEqual([null, 'posthorn@ada.example']);
});

test.each([true, false])(
  'a certificate that nobody vouches for ends it before a password is sent (secure: %s)',
  async (secure) => {
    const server = await startedHere(startMailServer({ ...tls, secure }));
    const sender = senderOf({ trusts: false });
    expect(await sender.send(mailTo(server, { secure, password: 'right' }), signal)).toMatch(/offers no TLS/);
    expect([server.passwords, server.mails]).toEqual([[], []]);
  },
);

test('a wrong password and a refusal are said with their status, and without the words of the server', async () => {
  const server = await startedHere(startMailServer(tls));
  expect(await senderOf().send(mailTo(server, { password: 'wrong' }), signal)).toBe(
    'The mail server refused user and password with 535.',
  );
  server.refuse(true);
  expect(await senderOf().send(mailTo(server), signal)).toBe('The mail server responded: 451 to MAIL FROM.');
});

test('a mail server in a network that deliveries may not reach is never connected to', async () => {
  const server = await startedHere(startMailServer(tls));
  await expect(senderOf({ allowLoopback: false }).send(mailTo(server), signal)).rejects.toThrow(
    'address refused',
  );
});
