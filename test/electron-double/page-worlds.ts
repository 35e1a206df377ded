/**
 * What runs in a page: the functions here are sent as text, so each uses only its own parameters. Electron gives the page
 * and the preload script two worlds with one document, and so does Chromium; between them goes an event of the document
 * whose name nobody else knows, sent and heard by functions that were taken before a script of the page ran.
 */

/** Ways between this world and the other one. Values are copied; functions and promises of one world work in the other. */
export interface WorldLink {
  /** Makes `call` available in the other world under this name. */
  offer(name: string, call: unknown): void;
  /** Called with everything the other world offers, at once and later. */
  onOffer(listener: (name: string, value: unknown) => void): void;
}

export function linkWorlds(bus: string, here: 'page' | 'preload'): WorldLink {
  const there = here === 'page' ? 'preload' : 'page';
  const { parse, stringify } = JSON;
  const Message = CustomEvent;
  const send = document.dispatchEvent.bind(document);
  const isArray = Array.isArray;
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  const offered = new Map<string, unknown>();
  const listeners: ((name: string, value: unknown) => void)[] = [];
  let lastId = 0;
  let reply: Parcel | null = null;

  // biome-ignore lint/suspicious/noExplicitAny: what a page sends has any shape
  type Parcel = any;
  const tell = (parcel: Parcel) => send(new Message(`${bus}-${there}`, { detail: stringify(parcel) }));

  const pack = (value: unknown): Parcel => {
    if (value === undefined) return { type: 'undefined' };
    if (typeof value === 'function') {
      functions.set(++lastId, value as (...args: unknown[]) => unknown);
      return { type: 'function', id: lastId };
    }
    if (value instanceof Promise) {
      const id = ++lastId;
      value.then(
        (result) => tell({ type: 'settle', id, value: pack(result) }),
        (cause) => tell({ type: 'settle', id, error: String(cause?.message ?? cause) }),
      );
      return { type: 'promise', id };
    }
    if (value instanceof Error) return { type: 'error', message: value.message };
    if (isArray(value)) return { type: 'list', items: value.map(pack) };
    if (typeof value === 'object' && value !== null)
      return { type: 'object', entries: Object.entries(value).map(([key, part]) => [key, pack(part)]) };
    return { type: 'plain', value };
  };

  const unpack = (parcel: Parcel): unknown => {
    if (parcel.type === 'undefined') return undefined;
    if (parcel.type === 'error') return new Error(parcel.message);
    if (parcel.type === 'list') return parcel.items.map(unpack);
    if (parcel.type === 'object')
      return Object.freeze(
        Object.fromEntries(parcel.entries.map(([key, part]: [string, Parcel]) => [key, unpack(part)])),
      );
    if (parcel.type === 'promise')
      return new Promise((resolve, reject) => promises.set(parcel.id, { resolve, reject }));
    if (parcel.type === 'function')
      return (...args: unknown[]) => {
        tell({ type: 'call', id: parcel.id, args: args.map(pack) });
        const { error, value } = reply ?? { error: 'The other world has gone.' };
        reply = null;
        if (error !== undefined) throw new Error(error);
        return unpack(value);
      };
    return parcel.value;
  };

  const call = ({ id, args }: Parcel) => {
    try {
      const value = functions.get(id)?.(...args.map(unpack));
      return { type: 'answer', value: pack(value) };
    } catch (cause) {
      return { type: 'answer', error: String((cause as Error)?.message ?? cause) };
    }
  };

  document.addEventListener(`${bus}-${here}`, (event) => {
    const parcel = parse((event as CustomEvent).detail) as Parcel;
    if (parcel.type === 'call') tell(call(parcel));
    else if (parcel.type === 'answer') reply = parcel;
    else if (parcel.type === 'hello')
      for (const [name, value] of offered) tell({ type: 'offer', name, value: pack(value) });
    else if (parcel.type === 'offer')
      for (const listener of listeners) listener(parcel.name, unpack(parcel.value));
    else if (parcel.type === 'settle') {
      if (parcel.error === undefined) promises.get(parcel.id)?.resolve(unpack(parcel.value));
      else promises.get(parcel.id)?.reject(new Error(parcel.error));
      promises.delete(parcel.id);
    }
  });
  return {
    offer: (name, value) => {
      offered.set(name, value);
      tell({ type: 'offer', name, value: pack(value) });
    },
    onOffer: (listener) => {
      listeners.push(listener);
      tell({ type: 'hello' }); // whichever world comes second learns what the first one has
    },
  };
}

/** The world of the page: takes what the preload script exposes, and asks before what needs a permission. */
export function startPageWorld(link: WorldLink): void {
  type Ask = (permission: string, details: object) => Promise<boolean>;
  let ask: Ask = async () => false;
  link.onOffer((name, value) => {
    if (name === 'electron double asks') {
      ask = value as Ask;
      return;
    }
    if (Object.hasOwn(window, name)) return;
    Object.defineProperty(window, name, { value, enumerable: true, writable: false, configurable: false });
  });
  /** Lets the program decide before the real call is made, which Chromium then answers by the program's decision. */
  const guard = (owner: object | undefined, method: string, permission: string, details: object = {}) => {
    if (!owner || !(method in owner)) return;
    const real = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
    Object.defineProperty(owner, method, {
      configurable: true,
      writable: true,
      value: function (this: unknown, ...args: unknown[]) {
        const granted = ask(permission, {
          ...details,
          ...(permission === 'media' ? { wanted: Object.keys(args[0] ?? {}) } : {}),
        });
        return granted.then(() => Reflect.apply(real, this, args));
      },
    });
  };
  const query = globalThis.Permissions?.prototype.query;
  if (query)
    Object.defineProperty(Permissions.prototype, 'query', {
      configurable: true,
      writable: true,
      value: function (this: Permissions, what: PermissionDescriptor) {
        return ask(String(what?.name), { isCheck: true }).then(() => Reflect.apply(query, this, [what]));
      },
    });
  guard(globalThis.Notification, 'requestPermission', 'notifications');
  guard(globalThis.Geolocation?.prototype, 'getCurrentPosition', 'geolocation');
  guard(globalThis.MediaDevices?.prototype, 'getUserMedia', 'media');
  guard(globalThis.MediaDevices?.prototype, 'getDisplayMedia', 'display-capture');
  guard(globalThis.Clipboard?.prototype, 'readText', 'clipboard-read');
  guard(globalThis.Navigator?.prototype, 'requestMIDIAccess', 'midi');
}

/** What the world of the preload script has besides the document. */
export interface PreloadWorld {
  /** Runs the preload script; its text calls this with a function around itself. */
  run(script: (require: (name: string) => unknown, module: object, exports: object) => void): void;
}

/** The world of the preload script: `require('electron')`, as a sandboxed preload script has it. */
export function startPreloadWorld(
  link: WorldLink,
  toProgram: (text: string) => void,
  members: { readonly ipcRenderer: readonly string[]; readonly contextBridge: readonly string[] },
): PreloadWorld {
  type Listener = (event: object, ...args: unknown[]) => void;
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (cause: Error) => void }>();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;
  const request = (message: object) =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject });
      toProgram(JSON.stringify({ ...message, id: lastId }));
    });
  const strict = (name: string, target: object, allowed: readonly string[]) =>
    new Proxy(target, {
      get: (_target, key) => {
        if (typeof key === 'string' && !allowed.includes(key))
          throw new Error(`The double of Electron has no ${name}.${key}.`);
        return Reflect.get(target, key);
      },
    });
  const add = (channel: string, listener: Listener) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
  };
  const remove = (channel: string, listener: Listener) => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((other) => other !== listener),
    );
  };
  const ipcRenderer = {
    // What cannot be cloned is refused here, as there.
    invoke: (channel: string, ...args: unknown[]) =>
      request({ kind: 'invoke', channel, args: structuredClone(args) }),
    send: (channel: string, ...args: unknown[]) =>
      toProgram(JSON.stringify({ kind: 'send', channel, args: structuredClone(args) })),
    on: add,
    once: (channel: string, listener: Listener) => {
      const once: Listener = (...args) => {
        remove(channel, once);
        listener(...args);
      };
      add(channel, once);
    },
    off: remove,
    removeListener: remove,
    removeAllListeners: (channel: string) => listeners.delete(channel),
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, value: unknown) => link.offer(name, value),
  };
  const electron = {
    ipcRenderer: strict('ipcRenderer', ipcRenderer, members.ipcRenderer),
    contextBridge: strict('contextBridge', contextBridge, members.contextBridge),
  };
  link.offer('electron double asks', (permission: string, details: object) =>
    request({ kind: 'permission', permission, details }),
  );
  // Called by the program, in this world only.
  Object.assign(globalThis, {
    electronReplies: (id: number, reply: { value?: unknown; error?: string }) => {
      if (reply.error === undefined) waiting.get(id)?.resolve(reply.value);
      else waiting.get(id)?.reject(new Error(reply.error));
      waiting.delete(id);
    },
    electronSends: (channel: string, args: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    },
  });
  return {
    run: (script) => {
      const module = { exports: {} };
      try {
        script(
          (name) => {
            if (name !== 'electron') throw new Error(`module not found: ${name}`);
            return strict('electron', electron, Object.keys(electron));
          },
          module,
          module.exports,
        );
      } catch (cause) {
        toProgram(
          JSON.stringify({ kind: 'preload-error', message: String((cause as Error).stack ?? cause) }),
        );
      }
    },
  };
}
