// Of undici, what sends requests: a plugin of the build. The whole of it, with fetch, caches and mocks, takes a tenth of
// each start of the program to load. What else is imported from it is missing here, and fails the build; methods are
// not, so a dispatcher has all of its own, as in the whole.

const LIB = 'undici/lib';
const CODE = `
import api from '${LIB}/api/index.js';
import buildConnector from '${LIB}/core/connect.js';
import errors from '${LIB}/core/errors.js';
import Agent from '${LIB}/dispatcher/agent.js';
import Client from '${LIB}/dispatcher/client.js';
import Dispatcher from '${LIB}/dispatcher/dispatcher.js';
Object.assign(Dispatcher.prototype, api);
export { Agent, buildConnector, Client, Dispatcher, errors };
`;
const ID = '\0part-of-undici';

/** @type {import('vite').Plugin} */
export const partOfUndici = {
  name: 'part-of-undici',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'undici' ? ID : null),
  load: (id) => (id === ID ? CODE : null),
};
