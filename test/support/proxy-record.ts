import type { Server, Socket } from 'node:net';

/** What a proxy does with a request for a tunnel. */
export type ProxyVerdict =
  | { readonly port: number /** On 127.0.0.1, wherever the request was for. */ }
  | 'refused'
  | 'unreachable'
  | 'wrong-credentials'
  | 'mute';

export interface ProxyScript {
  /** `user:password`; absent: everybody may. May change. */
  credentials?: string;
  /** @param target `host:port` as asked for */
  verdict: (target: string) => ProxyVerdict;
}

export interface ProxyForTests {
  /** Without credentials. */
  readonly url: string;
  /** What tunnels were asked for, `host:port`, in order. */
  readonly requests: readonly string[];
  /** True for a port of this machine from which the proxy itself opened a connection. */
  isFrom(port: number): boolean;
  /** Open ones, to it and from it. */
  connections(): number;
  /** Requests that were for no tunnel. */
  strays(): number;
  close(): Promise<void>;
}

/** What the two kinds of proxy have in common. */
export class ProxyRecord {
  strayed = 0;
  readonly #script: ProxyScript;
  readonly #requests: string[] = [];
  readonly #ports = new Set<number>();
  readonly #sockets = new Set<Socket>();

  constructor(script: ProxyScript) {
    this.#script = script;
  }

  get wantsCredentials(): boolean {
    return this.#script.credentials !== undefined;
  }

  accepts(credentials: string): boolean {
    return this.#script.credentials === undefined || this.#script.credentials === credentials;
  }

  judge(target: string, credentials: string): ProxyVerdict {
    this.#requests.push(target);
    return this.accepts(credentials) ? this.#script.verdict(target) : 'wrong-credentials';
  }

  watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }

  opened(onward: Socket): void {
    this.#ports.add(onward.localPort ?? 0);
  }

  toProxy(url: string, server: Pick<Server, 'close'>): ProxyForTests {
    return {
      url,
      requests: this.#requests,
      isFrom: (port) => this.#ports.has(port),
      connections: () => this.#sockets.size,
      strays: () => this.strayed,
      close: () =>
        new Promise((closed) => {
          server.close(() => closed());
          for (const socket of this.#sockets) socket.destroy();
        }),
    };
  }
}
