import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { signedText } from '../../src-main/update-signature';
import { createUpdateSource } from '../../src-main/update-source';

/**
 * The real electron-updater with a real server and real files, as it updates an AppImage. Of Electron it needs a request
 * and an event, which Node stands in for.
 */
const onLinux = process.platform === 'linux';
if (!onLinux) console.warn('SKIPPED: an update of an AppImage, which only Linux has');

describe.skipIf(!onLinux)('an update of an AppImage', () => {
  const require = createRequire(import.meta.url);
  const electron = require.resolve('electron');
  const before = { cached: require.cache[electron], image: process.env.APPIMAGE };
  let folder = '';
  let key: KeyObject;
  let publicKey = '';
  const served = new Map<string, string>();
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    const name = (incoming.url ?? '').slice(1).replace(/\?.*/, '');
    requests.push(name);
    const body = served.get(name);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-update-'));
    const pair = generateKeyPairSync('ed25519');
    key = pair.privateKey;
    publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const standIn = {
      net: { request },
      session: { fromPartition: () => ({}) },
      autoUpdater: { emit: () => {} },
    };
    require.cache[electron] = {
      id: electron,
      filename: electron,
      loaded: true,
      exports: standIn,
    } as NodeJS.Module;
    process.env.APPIMAGE = join(folder, 'Posthorn.AppImage');
    writeFileSync(process.env.APPIMAGE, 'the version before');
    served.clear();
    requests.length = 0;
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  });
  afterEach(async () => {
    await new Promise((done) => server.close(done));
    if (before.cached) require.cache[electron] = before.cached;
    else delete require.cache[electron];
    if (before.image === undefined) delete process.env.APPIMAGE;
    else process.env.APPIMAGE = before.image;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Puts a version on the server: a program that says that it was started. */
  function offer(version: string, change: object = {}) {
    const url = `posthorn-${version}.AppImage`;
    const program = `#!/bin/sh\necho ${version} > ${folder}/started.next && mv ${folder}/started.next ${folder}/started\n`;
    served.set(url, program);
    const files = [
      { url, sha512: createHash('sha512').update(program).digest('base64'), size: program.length },
    ];
    const signature = sign(null, Buffer.from(signedText({ version, files })), key).toString('base64');
    served.set(
      'latest-linux.yml',
      stringify({ version, files, signature, releaseDate: '2026-11-24', ...change }),
    );
  }

  function setUp() {
    let hasQuit = false;
    const app = {
      version: '1.0.0',
      name: 'posthorn',
      isPackaged: true,
      appUpdateConfigPath: join(folder, 'app-update.yml'),
      userDataPath: folder,
      baseCachePath: join(folder, 'cache'),
      whenReady: async () => {},
      relaunch: () => {},
      quit: () => {
        hasQuit = true;
      },
      onQuit: () => {},
    };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // As electron-builder writes it.
    const config = { provider: 'generic', url, updaterCacheDirName: 'posthorn' };
    writeFileSync(app.appUpdateConfigPath, stringify(config));
    const updater = new AppImageUpdater(null, app);
    // An updater with an application of its own is made without a way to send requests.
    Object.assign(updater, { httpExecutor: new ElectronHttpExecutor() });
    return { source: createUpdateSource(updater, publicKey), hasQuit: () => hasQuit };
  }

  const image = () => readFileSync(join(folder, 'Posthorn.AppImage'), 'utf8');

  it('is found, downloaded, and installed only when asked to: the new version is started', async () => {
    offer('1.2.0');
    const { source, hasQuit } = setUp();
    expect(await source.find()).toBe('1.2.0');
    expect(requests).not.toContain('posthorn-1.2.0.AppImage');
    await source.download();
    expect(requests).toContain('posthorn-1.2.0.AppImage');
    expect(image()).toBe('the version before');
    const started = new Promise<void>((done) => {
      const watcher = watch(folder, () => {
        if (!existsSync(join(folder, 'started'))) return;
        watcher.close();
        done();
      });
    });
    source.install((cause) => {
      throw cause;
    });
    expect(image()).toContain('echo 1.2.0');
    await started;
    expect(readFileSync(join(folder, 'started'), 'utf8')).toBe('1.2.0\n');
    expect(hasQuit()).toBe(true);
  });

  it('is refused before its download when it is not signed, or by someone else', async () => {
    offer('1.2.0', { signature: undefined });
    await expect(setUp().source.find()).rejects.toThrow(
      'version 1.2.0 is not signed with the key of this program',
    );
    key = generateKeyPairSync('ed25519').privateKey;
    offer('1.3.0');
    await expect(setUp().source.find()).rejects.toThrow('version 1.3.0 is not signed');
    expect(requests.filter((name) => name.endsWith('.AppImage'))).toEqual([]);
  });

  it('is refused when the file is not the signed one', async () => {
    offer('1.2.0');
    served.set('posthorn-1.2.0.AppImage', '#!/bin/sh\necho something else\n');
    const { source } = setUp();
    await source.find();
    await expect(source.download()).rejects.toThrow('sha512 checksum mismatch');
    expect(image()).toBe('the version before');
  });

  it('is no older version, although that was signed as well', async () => {
    offer('0.9.0');
    expect(await setUp().source.find()).toBeNull();
  });

  it('is offered to a share of the installations first', async () => {
    offer('1.2.0', { stagingPercentage: 50 });
    // Where an installation stands is decided once, by its last four bytes.
    writeFileSync(join(folder, '.updaterId'), '00000000-0000-1000-8000-000000000000');
    expect(await setUp().source.find()).toBe('1.2.0');
    writeFileSync(join(folder, '.updaterId'), '00000000-0000-1000-8000-0000ffffffff');
    expect(await setUp().source.find()).toBeNull();
  });

  it('that cannot be installed says why, once', async () => {
    offer('1.2.0');
    const { source } = setUp();
    await source.find();
    await source.download();
    rmSync(join(folder, 'Posthorn.AppImage'));
    const failures: unknown[] = [];
    source.install((cause) => failures.push(cause));
    expect(failures).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  });
});
