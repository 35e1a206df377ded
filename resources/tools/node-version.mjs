// Imported before anything else by the programs that npm starts: the other files use what an older Node does not have.

/** The oldest Node that the program runs on. */
const OLDEST = '20.19';

const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number);
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `posthorn: Node ${node} is too old: install Node 24 (https://nodejs.org), or at least ${OLDEST}.`,
  );
  process.exit(1);
}
