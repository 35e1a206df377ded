// node resources/tools/copy-runtime.mjs FOLDER: the built server with its packages, and nothing else. The container
// file makes its second stage of it.
import { copyRuntime } from './runtime-packages.mjs';

const [folder] = process.argv.slice(2);
if (folder) copyRuntime(folder);
else {
  console.error('posthorn: name the folder to copy to');
  process.exitCode = 2;
}
