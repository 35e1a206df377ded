import { expect, it } from 'vitest';
import { folderAddress, isFolderAddress, shownAddress } from '../../../src-server/contract/folder-address';

it.each([
  ['/home/me/catalog', 'file:///home/me/catalog'],
  ['/a b/50%/c#d?e', 'file:///a%20b/50%25/c%23d%3Fe'],
  ['D:\\git\\a b', 'file:///D:/git/a%20b'],
])('the path %s of a folder has the address %s, and is shown as it was', (path, address) => {
  expect([folderAddress(path), isFolderAddress(address), shownAddress(address)]).toEqual([
    address,
    true,
    path,
  ]);
});

it('a relative path has no address, and the URL of an instance is no folder', () => {
  expect(['catalog', './catalog', '~/catalog', '', 'C:catalog'].map(folderAddress)).toEqual(
    Array(5).fill(null),
  );
  expect(isFolderAddress('https://hooks.example.com')).toBe(false);
  expect(shownAddress('https://hooks.example.com/base')).toBe('https://hooks.example.com/base');
});
