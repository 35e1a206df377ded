// What `still-server.ts` bundles into one file: browser tests cannot load the server from its source.
export { findBuiltParts } from '../../../src-server/built-parts';
export { startServer } from '../../../src-server/server';
export { FakeClock } from '../fake-clock';
