/**
 * Something that runs. `start` resolves when it works, `stop` when it has released everything; both are called once.
 * Parts are started in order and stopped in reverse order.
 */
export interface Service {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts all in order; when one fails, stops those already started and rethrows the failure. */
export async function startAll(services: readonly Service[]): Promise<void> {
  const started: Service[] = [];
  try {
    for (const service of services) {
      await service.start();
      started.push(service);
    }
  } catch (cause) {
    await stopAll(started);
    throw cause;
  }
}

/** Stops all, last started first. One that fails does not keep the others from stopping; the first failure is thrown. */
export async function stopAll(services: readonly Service[]): Promise<void> {
  let failure: unknown;
  for (const service of [...services].reverse()) {
    try {
      await service.stop();
    } catch (cause) {
      failure ??= new Error(`${service.name} did not stop cleanly`, { cause });
    }
  }
  if (failure) throw failure;
}
