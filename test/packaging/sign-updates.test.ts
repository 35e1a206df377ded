import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isSigned } from '../../src-main/update-signature';

const TOOL = resolve(import.meta.dirname, '../../resources/tools/sign-updates.mjs');
const run = promisify(execFile);

describe('sign-updates', () => {
  let folder = '';
  let publicKey = '';
  let secret = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-sign-'));
    const { stdout } = await run(process.execPath, [TOOL, '--new-key']);
    publicKey = /^POSTHORN_UPDATE_KEY=(.+)$/m.exec(stdout)?.[1] ?? '';
    secret = /^POSTHORN_UPDATE_SIGNING_KEY=(.+)$/m.exec(stdout)?.[1] ?? '';
    await addPackage('mac-x64', 'latest-mac.yml', 'posthorn-1.2.0-mac-x64.zip');
    await addPackage('mac-arm64', 'latest-mac.yml', 'posthorn-1.2.0-mac-arm64.zip');
    await addPackage('linux', 'latest-linux.yml', 'posthorn-1.2.0-linux-x86_64.AppImage');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What one machine of a release leaves. */
  async function addPackage(place: string, description: string, name: string, version = '1.2.0') {
    await mkdir(join(folder, 'packages', place), { recursive: true });
    await writeFile(join(folder, 'packages', place, name), `content of ${name}`);
    const sha512 = createHash('sha512').update(`content of ${name}`).digest('base64');
    const info = {
      version,
      files: [{ url: name, sha512, size: 1 }],
      path: name,
      sha512,
      releaseDate: '2026-11-24',
    };
    await writeFile(join(folder, 'packages', place, description), stringify(info));
  }

  const signInto = (to: string, ...more: string[]) =>
    run(process.execPath, [TOOL, join(folder, 'packages'), join(folder, to), ...more], {
      env: { ...process.env, POSTHORN_UPDATE_SIGNING_KEY: secret },
    });
  const described = async (to: string, name: string) => parse(await readFile(join(folder, to, name), 'utf8'));

  it('brings both processors of the Mac into one description, and signs what the program accepts', async () => {
    await signInto('signed');
    const mac = await described('signed', 'latest-mac.yml');
    expect(mac.files.map(({ url }: { url: string }) => url).sort()).toEqual([
      'posthorn-1.2.0-mac-arm64.zip',
      'posthorn-1.2.0-mac-x64.zip',
    ]);
    expect(isSigned(mac, publicKey)).toBe(true);
    expect(isSigned(await described('signed', 'latest-linux.yml'), publicKey)).toBe(true);
    expect(mac.stagingPercentage).toBeUndefined();
  });

  it('says which share of installations is offered the update, which needs no new signature', async () => {
    await signInto('staged', '--staging', '10');
    const info = await described('staged', 'latest-linux.yml');
    expect(info.stagingPercentage).toBe(10);
    expect(isSigned({ ...info, stagingPercentage: 50 }, publicKey)).toBe(true);
    await expect(signInto('wrong', '--staging', '110')).rejects.toThrow('from 1 to 99');
  });

  it('makes a signature that holds for nothing else', async () => {
    await signInto('other');
    const info = await described('other', 'latest-linux.yml');
    const [file] = info.files;
    expect(isSigned({ ...info, version: '9.9.9' }, publicKey)).toBe(false);
    expect(isSigned({ ...info, files: [{ ...file, sha512: 'other' }] }, publicKey)).toBe(false);
    expect(isSigned({ ...info, files: [{ ...file, url: 'https://elsewhere.test/a' }] }, publicKey)).toBe(
      false,
    );
    expect(isSigned({ ...info, files: [file, file] }, publicKey)).toBe(false);
    expect(isSigned({ ...info, packages: { x64: file } }, publicKey)).toBe(false);
    expect(isSigned({ ...info, signature: undefined }, publicKey)).toBe(false);
    expect(isSigned(info, publicKey.slice(0, -8))).toBe(false);
    const { stdout } = await run(process.execPath, [TOOL, '--new-key']);
    expect(isSigned(info, /^POSTHORN_UPDATE_KEY=(.+)$/m.exec(stdout)?.[1] ?? '')).toBe(false);
  });

  it('signs no file that changed after it was packaged, and no mixture of versions', async () => {
    await writeFile(join(folder, 'packages/linux/posthorn-1.2.0-linux-x86_64.AppImage'), 'something else');
    await expect(signInto('changed')).rejects.toThrow('is not the file that was packaged');
    await addPackage('linux', 'latest-linux.yml', 'posthorn-1.2.0-linux-x86_64.AppImage');
    await addPackage('mac-arm64', 'latest-mac.yml', 'posthorn-1.3.0-mac-arm64.zip', '1.3.0');
    await expect(signInto('mixed')).rejects.toThrow('of different versions');
  });
});
