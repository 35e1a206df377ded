import { useCallback, useEffect, useRef, useState } from 'react';
import type { SimulationOut } from './second-log';
import type { SimulationIn } from './simulate';
import type { SimulationNews } from './simulation-worker';
import SimulationWorker from './simulation-worker?worker';
import type { TrafficChoice } from './simulator-choice';

/** What is to be played: the queues, and the traffic that they were made of. */
export interface SimulationWish {
  readonly traffic: TrafficChoice;
  readonly inputs: readonly SimulationIn[];
}

/** How a simulation stands. `result` is that of the last one that ended, with what it was a simulation of. */
export interface Simulation {
  readonly state: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  /** From 0 to 1. */
  readonly part: number;
  readonly result: (SimulationWish & { readonly outs: readonly SimulationOut[] }) | null;
}

/** Typing changes the input with each key: it begins when the keys rest. */
const SETTLE_MS = 200;

/**
 * Plays what is wished for in a worker of its own, anew whenever that changes. The same object means no change; null:
 * there is nothing to play.
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
