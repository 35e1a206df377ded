import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Configuration, Packager } from 'electron-builder';
import { describe, expect, it } from 'vitest';
import { packagingConfig, readRelease } from '../../resources/tools/packaging-config.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const RELEASE = {
  homepage: 'https://posthorn.test',
  maintainer: 'A Person <person@posthorn.test>',
  updateUrl: 'https://posthorn.test/updates',
  updateKey: 'a key',
};
const PLACES = { folder: '/made', prepared: '/prepared' };

/** As electron-builder does before it packages for any system: its schema has the options of all of them. */
function validate(config: Configuration): Promise<void> {
  return new Packager({ projectDir: ROOT, config }).validateConfig();
}

describe('the configuration of the packages', () => {
  it('is accepted by electron-builder', async () => {
    await validate(packagingConfig(RELEASE, PLACES));
    await validate(packagingConfig(readRelease({}), PLACES));
  });

  it('would be refused with an option of any system that does not exist', async () => {
    for (const system of ['linux', 'mac', 'win', 'nsis', 'deb', 'electronFuses'] as const) {
      const config = packagingConfig(RELEASE, PLACES);
      const wrong = { ...config, [system]: { ...config[system], notAnOption: true } };
      await expect(validate(wrong), system).rejects.toThrow('Invalid configuration object');
    }
  });

  it('makes installers for Linux, macOS and Windows', () => {
    const { linux, mac, win } = packagingConfig(RELEASE, PLACES);
    expect([linux?.target, mac?.target, win?.target]).toEqual([
      ['AppImage', 'deb'],
      ['dmg', 'zip'],
      ['nsis'],
    ]);
  });

  it('asks macOS for nothing but the compiler of V8, and Windows to verify who signed an update', () => {
    const { mac, win } = packagingConfig(RELEASE, PLACES);
    expect(mac).toMatchObject({ hardenedRuntime: true, notarize: true });
    const entitlements = readFileSync(String(mac?.entitlements), 'utf8');
    expect([...entitlements.matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key)).toEqual([
      'com.apple.security.cs.allow-jit',
    ]);
    expect(mac?.entitlementsInherit).toBe(mac?.entitlements);
    expect(win).toMatchObject({ verifyUpdateCodeSignature: true });
  });

  it('offers to open documents, and never takes them from the program that opens them', () => {
    const { fileAssociations, linux, mac, win, protocols } = packagingConfig(RELEASE, PLACES);
    expect([mac?.fileAssociations ?? []].flat().map(({ ext, role, rank }) => [ext, role, rank])).toEqual([
      [['json'], 'Viewer', 'Alternate'],
      [['yaml', 'yml'], 'Viewer', 'Alternate'],
    ]);
    expect(linux?.mimeTypes).toEqual(['application/json', 'application/yaml']);
    // With either of these, the installer for Windows makes the program the default for such files.
    expect([fileAssociations, win?.fileAssociations]).toEqual([undefined, undefined]);
    expect(protocols).toEqual([{ name: 'Posthorn link', schemes: ['posthorn'], role: 'Viewer' }]);
  });

  it('names no update server unless one was given', () => {
    expect(packagingConfig(readRelease({}), PLACES)).toMatchObject({ publish: null, extraMetadata: {} });
  });
});

describe('readRelease', () => {
  it('refuses an update server without a key, a key without a server, and one without TLS', () => {
    expect(() => readRelease({ POSTHORN_UPDATE_URL: 'https://posthorn.test' })).toThrow('belong together');
    expect(() => readRelease({ POSTHORN_UPDATE_KEY: 'a key' })).toThrow('belong together');
    expect(() =>
      readRelease({ POSTHORN_UPDATE_URL: 'http://posthorn.test', POSTHORN_UPDATE_KEY: 'a key' }),
    ).toThrow('must start with https://');
  });
});
