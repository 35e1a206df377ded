// npm run build: the program and its pages, whether or not anything has changed.
import { build, SetupError, say } from './setup.mjs';

try {
  await build();
} catch (cause) {
  if (!(cause instanceof SetupError)) throw cause;
  say(cause.message);
  process.exitCode = 1;
}
