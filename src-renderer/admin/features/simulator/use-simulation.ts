import { useCallback, useEffect, useRef, useState } from 'react';
import type { SimulationOut } from './second-log';
import type { SimulationIn } from './simulate';
import type { SimulationNews } from './simulation-worker';
import SimulationWorker from './simulation-worker?worker';
import type { TrafficChoice } from './simulator-choice';

/** What to simulate: the queues, and the traffic they were made from. */
export interface SimulationWish {
  readonly traffic: TrafficChoice;
  readonly inputs: readonly SimulationIn[];
}

/** The state of a simulation. `result` is that of the last finished one, with its input. */
export interface Simulation {
  readonly state: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  /** From 0 to 1. */
  readonly part: number;
  readonly result: (SimulationWish & { readonly outs: readonly SimulationOut[] }) | null;
}

/** Typing changes the input with each key: the simulation starts after this pause. */
const SETTLE_MS = 200;

/**
 * Runs the wanted simulation in its own worker, restarting whenever the wish changes. The same object means no change;
 * null: nothing to simulate.
 */
export function useSimulation(wish: SimulationWish | null) {
  const [simulation, setSimulation] = useState<Simulation>({ state: 'idle', part: 0, result: null });
  const worker = useRef<Worker | null>(null);
  const end = useCallback(() => {
    worker.current?.terminate();
    worker.current = null;
  }, []);
  const start = useCallback(
    (wanted: SimulationWish) => {
      end();
      const begun = new SimulationWorker();
      worker.current = begun;
      setSimulation((before) => ({ ...before, state: 'running', part: 0 }));
      const fail = () => {
        end();
        setSimulation((before) => ({ ...before, state: 'failed' }));
      };
      begun.onerror = fail;
      begun.onmessageerror = fail;
      begun.onmessage = ({ data }: MessageEvent<SimulationNews>) => {
        if (data.kind === 'progress') setSimulation((before) => ({ ...before, part: data.part }));
        else {
          end();
          setSimulation({ state: 'done', part: 1, result: { ...wanted, outs: data.outs } });
        }
      };
      begun.postMessage(wanted.inputs);
    },
    [end],
  );
  useEffect(() => {
    if (!wish) {
      end();
      setSimulation((before) => (before.state === 'idle' ? before : { ...before, state: 'idle', part: 0 }));
      return;
    }
    const timer = setTimeout(() => start(wish), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [wish, start, end]);
  useEffect(() => end, [end]);
  const stop = () => {
    end();
    setSimulation((before) => ({ ...before, state: 'stopped' }));
  };
  return { simulation, stop, again: () => wish && start(wish) };
}
