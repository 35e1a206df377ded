import { describe, expect, it } from 'vitest';
import { OpenedItems } from '../../src-main/opened-items';

function setUp(read = async (path: string) => ({ name: path, text: 'openapi: 3.1.0' })) {
  let opens = 0;
  const opened = new OpenedItems({
    read,
    onAdded: () => {
      opens += 1;
    },
  });
  return { opened, opens: () => opens };
}

const document = (name: string) => ({ kind: 'document', file: { name, text: 'openapi: 3.1.0' } });

describe('what is opened with the program', () => {
  it('waits until it is taken, and is handed out once, in its order', async () => {
    const { opened, opens } = setUp();
    opened.openLink('posthorn://open/apps');
    await opened.openFile('/home/me/api.yaml');
    opened.openScreen('deliveries/attention');
    expect(opens()).toBe(3);
    expect(opened.take()).toEqual([
      { kind: 'screen', path: 'apps' },
      document('/home/me/api.yaml'),
      { kind: 'screen', path: 'deliveries/attention' },
    ]);
    expect(opened.take()).toEqual([]);
  });

  it('is found in the arguments of a start, among what is for others', async () => {
    const { opened, opens } = setUp();
    const args = ['.', '--inspect=a.json', 'sub/API.JSON', 'posthorn://open/import', 'notes.txt', '/x/a.yml'];
    opened.openArguments(args, '/home/me');
    await expect.poll(opens).toBe(3);
    expect(opened.take()).toEqual([
      { kind: 'screen', path: 'import' },
      document('/home/me/sub/API.JSON'),
      document('/x/a.yml'),
    ]);
  });

  it('is refused in a sentence when it is a link to nowhere, another kind of file, or cannot be read', async () => {
    const { opened } = setUp(() => Promise.reject(new Error('It is not a file.')));
    opened.openLink('posthorn://open/delete/everything');
    await opened.openFile('/home/me/photo.png');
    await opened.openFile('/home/me/folder.json');
    expect(opened.take()).toEqual([
      { kind: 'refused', reason: 'The link was ignored: it names no screen of Posthorn.' },
      {
        kind: 'refused',
        reason: 'photo.png was not opened: only .json, .yaml and .yml files can be imported.',
      },
      { kind: 'refused', reason: 'folder.json was not opened: It is not a file.' },
    ]);
  });

  it('is refused beyond a few, so that nobody can fill the memory with links', async () => {
    const { opened } = setUp();
    for (let n = 0; n < 100; n++) opened.openLink('posthorn://open/apps');
    await opened.openFile('/home/me/api.json');
    const taken = opened.take();
    expect(taken).toHaveLength(5);
    expect(taken.at(-1)).toEqual({
      kind: 'refused',
      reason: 'Too much was opened at once. Open one file or link at a time.',
    });
    opened.openLink('posthorn://open/apps');
    expect(opened.take()).toEqual([{ kind: 'screen', path: 'apps' }]);
  });
});
