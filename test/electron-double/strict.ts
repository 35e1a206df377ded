import { EventEmitter } from 'node:events';
import { fault } from './control';

/**
 * An object that throws on each member and each event that is not listed, so that the program cannot use what the double
 * does not cover.
 */
export function strict<T extends object>(
  name: string,
  target: T,
  members: readonly string[],
  events: readonly string[] = [],
): T {
  const allowed = new Set<string | symbol>(members);
  const known = new Set<string | symbol>(events);
  const bound = new Map<string, unknown>();
  const harmless = typeof target === 'function' ? OF_CLASSES : OF_OBJECTS;
  const proxy = new Proxy(target, {
    get: (_target, key) => {
      if (typeof key === 'symbol' || harmless.includes(key)) return Reflect.get(target, key, target);
      const isOfEvents = events.length > 0 && EVENT_METHODS.includes(key);
      if (!allowed.has(key) && !isOfEvents) throw fault(`The double of Electron has no ${name}.${key}.`);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (!bound.has(key)) {
        bound.set(key, (...args: readonly unknown[]): unknown => {
          const [event] = args;
          if (isOfEvents && event !== undefined && !known.has(event as string))
            throw fault(`The double of Electron has no event '${String(event)}' of ${name}.`);
          const result: unknown = Reflect.apply(value, target, args);
          return result === target ? proxy : result;
        });
      }
      return bound.get(key);
    },
    set: (_target, key, value) => {
      if (!allowed.has(key)) throw fault(`The double of Electron has no ${name}.${String(key)}.`);
      return Reflect.set(target, key, value, target);
    },
  });
  return proxy;
}

/** The members that come from Node's EventEmitter, of everything that has events. */
export const EVENT_METHODS: readonly string[] = [
  'on',
  'once',
  'off',
  'addListener',
  'removeListener',
  'removeAllListeners',
  'emit',
  'listenerCount',
];

/** An emitter that a program may listen to only for events that are listed. */
export class Emitter extends EventEmitter {
  constructor() {
    super();
    this.setMaxListeners(50);
  }
}

/** What `await`, a printer and a test ask any object for. */
const OF_OBJECTS: readonly string[] = ['then', 'toJSON', 'constructor', 'asymmetricMatch'];
const OF_CLASSES: readonly string[] = [...OF_OBJECTS, 'prototype', 'name', 'length'];
