import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { sign } from '../../../src-server/delivery/connection/signature';
import {
  checkSecret,
  newSecret,
  parseSecret,
  receiverKey,
  secretType,
} from '../../../src-server/delivery/connection/signing-secret';

/** The first test of RFC 8032, 7.1: a private key, its public key, and the signature of the empty message. */
const RFC = {
  privateKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
};
const rfcBytes = Buffer.from(RFC.privateKey + RFC.publicKey, 'hex');
const rfcSecret = `whsk_${rfcBytes.toString('base64')}`;

const publicKeyOf = (key: string) =>
  createPublicKey({
    key: {
      kty: 'OKP',
      crv: 'Ed25519',
      x: Buffer.from(key.slice('whpk_'.length), 'base64').toString('base64url'),
    },
    format: 'jwk',
  });

test('signatures of a new key pair verify with its public key', () => {
  const secret = newSecret('ed25519');
  expect(secret).toMatch(/^whsk_[A-Za-z0-9+/]{86}==$/);
  expect(newSecret('ed25519')).not.toBe(secret);
  const [version, encoded] = sign([parseSecret(secret)], 'msg_1', 1614265330, Buffer.from('{"é":1}')).split(
    ',',
  );
  expect(version).toBe('v1a');
  const signature = Buffer.from(encoded ?? '', 'base64');
  const key = publicKeyOf(receiverKey(secret));
  expect(verify(null, Buffer.from('msg_1.1614265330.{"é":1}'), key, signature)).toBe(true);
  expect(verify(null, Buffer.from('msg_1.1614265331.{"é":1}'), key, signature)).toBe(false);
});

test('an imported key pair is the private key followed by the public key', () => {
  expect(checkSecret(rfcSecret)).toEqual({ ok: true, secret: rfcSecret });
  expect(checkSecret(rfcSecret.replace('whsk_', 'whsk1_'))).toEqual({ ok: true, secret: rfcSecret });
  expect(secretType(rfcSecret)).toBe('ed25519');
  expect(receiverKey(rfcSecret)).toBe(`whpk_${Buffer.from(RFC.publicKey, 'hex').toString('base64')}`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const pair = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64');
  const signature = sign([parseSecret(`whsk_${pair}`)], 'm', 1, Buffer.from('{}')).slice('v1a,'.length);
  expect(verify(null, Buffer.from('m.1.{}'), publicKey, Buffer.from(signature, 'base64'))).toBe(true);
});

test.each([
  ['a public key', `whpk_${Buffer.from(RFC.publicKey, 'hex').toString('base64')}`],
  ['a public key with a number', `whpk1_${Buffer.from(RFC.publicKey, 'hex').toString('base64')}`],
  ['a private key alone', `whsk_${Buffer.from(RFC.privateKey, 'hex').toString('base64')}`],
  [
    'a public key of somebody else',
    `whsk_${Buffer.from(RFC.privateKey + RFC.privateKey, 'hex').toString('base64')}`,
  ],
  ['63 bytes', `whsk_${rfcBytes.subarray(1).toString('base64')}`],
  ['base64 with a stop in the middle', `whsk_${'A'.repeat(43)}=${'A'.repeat(43)}=`],
  ['23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
  ['76 bytes', `whsec_${Buffer.alloc(76).toString('base64')}`],
  ['a prefix nobody knows', `secret_${Buffer.alloc(24).toString('base64')}`],
])('%s is no signing secret', (_, text) => {
  expect(checkSecret(text)).toEqual({ ok: false, reason: expect.any(String) });
});

test.each([24, 64, 75])('a symmetric secret may have %i bytes, and needs no prefix', (length) => {
  const encoded = Buffer.alloc(length, 5).toString('base64');
  expect(checkSecret(encoded)).toEqual({ ok: true, secret: `whsec_${encoded}` });
  expect(checkSecret(`whsec_${encoded}`)).toEqual({ ok: true, secret: `whsec_${encoded}` });
  expect(receiverKey(`whsec_${encoded}`)).toBe(`whsec_${encoded}`);
});

test('a symmetric secret without padding is stored with it, and one from before is shown with it', () => {
  for (const length of [25, 26, 32, 64]) {
    const encoded = Buffer.alloc(length, 5).toString('base64');
    const bare = encoded.replace(/=+$/, '');
    expect(checkSecret(bare)).toEqual({ ok: true, secret: `whsec_${encoded}` });
    expect(checkSecret(`whsec_${bare}`)).toEqual({ ok: true, secret: `whsec_${encoded}` });
    expect(receiverKey(`whsec_${bare}`)).toBe(`whsec_${encoded}`);
    expect(parseSecret(`whsec_${bare}`).export()).toEqual(Buffer.alloc(length, 5));
  }
});
