import { beforeEach, expect, test } from 'vitest';
import { createSharedConfiguration } from '../../../src-server/cluster/shared-configuration';
import type { SharedConfiguration } from '../../../src-server/delivery/endpoints/shared-configuration';

/** What the database says. */
let version: number;
/** The order of reads, and what ends the one that is going on. */
let reads: string[];
let endRead: (exists: boolean | null) => void;
let configuration: SharedConfiguration;

beforeEach(() => {
  version = 1;
  reads = [];
  endRead = () => {};
  configuration = createSharedConfiguration({
    versions: {
      async read() {
        reads.push(`version ${version}`);
        return version;
      },
      readAll: async () => new Map([['app_1', version]]),
      applicationOf: async (id) => (id === 'ep_1' ? 'app_1' : undefined),
    },
    readApplication() {
      reads.push('application');
      return new Promise((resolve) => {
        endRead = resolve;
      });
    },
  });
});

/** Lets everything go on that waits for nothing outside. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('knows the versions of a start, and none of an application that came later', async () => {
  await configuration.load();
  expect([configuration.versionOf('app_1'), configuration.versionOf('app_2')]).toEqual([1, null]);
});

test('reads the version first, and knows it once the application is read', async () => {
  const reloading = configuration.reload('app_1');
  await settle();
  expect([reads, configuration.versionOf('app_1')]).toEqual([['version 1', 'application'], null]);
  version = 2; // changed after it was read: what is read now may be newer
  endRead(true);
  expect([await reloading, configuration.versionOf('app_1')]).toEqual([true, 1]);
});

test('a change of its own makes the version unknown', async () => {
  await configuration.load();
  configuration.changedHere('app_1');
  expect(configuration.versionOf('app_1')).toBeNull();
});

test('a change of its own during a reload lets it read again', async () => {
  const reloading = configuration.reload('app_1');
  await settle();
  configuration.changedHere('app_1');
  version = 2;
  endRead(true);
  await settle();
  expect([reads.slice(2), configuration.versionOf('app_1')]).toEqual([['version 2', 'application'], null]);
  endRead(true);
  expect([await reloading, configuration.versionOf('app_1')]).toEqual([true, 2]);
});

test('calls during a reload share one that begins after it', async () => {
  const first = configuration.reload('app_1');
  await settle();
  version = 2;
  const others = [configuration.reload('app_1'), configuration.reload('app_1')];
  endRead(true);
  await first;
  await settle();
  endRead(true);
  expect(await Promise.all(others)).toEqual([true, true]);
  expect(reads).toEqual(['version 1', 'application', 'version 2', 'application']);
  expect(configuration.versionOf('app_1')).toBe(2);
});

test('an application that is gone has no version', async () => {
  await configuration.load();
  const reloading = configuration.reload('app_1');
  await settle();
  endRead(false);
  expect([await reloading, configuration.versionOf('app_1')]).toEqual([false, null]);
});

test('finds the application of an endpoint, and reads nothing for one that never was', async () => {
  await configuration.reloadOfEndpoint('ep_none');
  expect(reads).toEqual([]);
  const reloading = configuration.reloadOfEndpoint('ep_1');
  await settle();
  endRead(true);
  await reloading;
  expect(reads).toEqual(['version 1', 'application']);
});
