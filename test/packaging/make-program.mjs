// node make-program.mjs FOLDER ELECTRON: the program as `npm run package -- --dir` makes it, with updates turned on. In a
// process of its own, because electron-builder writes to the console and changes its process.
import { makePackages } from '../../resources/tools/make-packages.mjs';

const [folder = '', electron = ''] = process.argv.slice(2);
await makePackages({
  release: {
    homepage: 'https://posthorn.test',
    maintainer: null,
    updateUrl: 'https://posthorn.test/updates',
    updateKey: 'key-of-the-test',
  },
  folder,
  programOnly: true,
  electron,
});
