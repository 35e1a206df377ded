import { useMemo } from 'react';
import { Button } from '../../../ui/button';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { percentOf } from '../../../ui/percent-of';
import { Segmented } from '../../../ui/segmented';
import { TrafficStatus } from '../../../ui/traffic-status';
import { rateCeiling } from '../../parts/traffic/rate-ceiling';
import { TrafficChart } from '../../parts/traffic/traffic-chart';
import { useAddressValue } from '../../platform/use-address-value';
import { limitLabel } from './apply-plan';
import type { SimulationOut } from './second-log';
import type { SimulationIn } from './simulate';
import { simulationSeries, simulationSummaries } from './simulation-series';
import type { TrafficChoice } from './simulator-choice';
import styles from './simulator-screen.module.css';
import type { Simulation } from './use-simulation';
import { type Verdict, verdictOf } from './verdict';

const VIEWS = [
  { value: 'charts', label: 'Charts' },
  { value: 'table', label: 'Numbers' },
] as const;
const CHARTS = ['rate', 'queue', 'delay'] as const;
const STATES = { calm: 'active', smoothed: 'queued', lost: 'failing' } as const;
const STATE_LABELS = { calm: 'Flows', smoothed: 'Smoothed', lost: 'Grows' } as const;

interface SimulationResultProps {
  readonly simulation: Simulation;
  readonly onStop: () => void;
  readonly onAgain: () => void;
  readonly onApply: () => void;
}

/** The result of the simulation: first in words, then as charts or numbers. */
export function SimulationResult(props: SimulationResultProps) {
  const { simulation, onApply } = props;
  const [view, setView] = useAddressValue('view');
  const { result } = simulation;
  return (
    <section className={`${layout.shrinkingStack5} ${layout.contained}`} aria-labelledby="simulation-result">
      <h2 className="visually-hidden" id="simulation-result">
        Result
      </h2>
      <div className={`${layout.rowCentered} ${styles.tools}`}>
        <Segmented
          label="View"
          value={view === 'table' ? 'table' : 'charts'}
          onChange={(value) => setView(value === 'table' ? 'table' : '')}
          options={VIEWS}
        />
        <Progress {...props} />
        <span className={layout.end}>
          <Button kind="primary" isDisabled={simulation.state === 'idle'} onPress={onApply}>
            Apply to…
          </Button>
        </span>
      </div>
      {result && (
        <Outcome
          key={result.outs.length}
          traffic={result.traffic}
          inputs={result.inputs}
          outs={result.outs}
          asTable={view === 'table'}
        />
      )}
    </section>
  );
}

/** The progress, with Stop; renders nothing while the simulation is quick. */
function Progress({ simulation, onStop, onAgain }: SimulationResultProps) {
  const { state, part } = simulation;
  if (state === 'running' && part > 0) {
    return (
      <>
        <progress className={styles.progress} value={part} aria-label="Simulating" />
        <span className={layout.metaNumbers}>{percentOf(part)}</span>
        <Button size="small" onPress={onStop}>
          Stop
        </Button>
      </>
    );
  }
  if (state !== 'stopped' && state !== 'failed') return null;
  return (
    <>
      <span className={layout.metaNumbers} role="status">
        {state === 'stopped' ? 'Stopped.' : 'The simulation failed.'}
        {simulation.result && ' The previous result is shown.'}
      </span>
      <Button size="small" onPress={onAgain}>
        Simulate again
      </Button>
    </>
  );
}

interface OutcomeProps {
  readonly traffic: TrafficChoice;
  readonly inputs: readonly SimulationIn[];
  readonly outs: readonly SimulationOut[];
  readonly asTable: boolean;
}

function Outcome({ traffic, inputs, outs, asTable }: OutcomeProps) {
  const runs = useMemo(() => {
    const longest = outs.reduce((a, b) => (b.seconds.sends.length > a.seconds.sends.length ? b : a)).seconds;
    return outs.map((out, index) => {
      const queue = inputs[index] as SimulationIn;
      const name = limitLabel(queue.limit);
      const verdict = verdictOf(traffic, queue, out);
      return { name, limit: queue.limit, verdict, series: simulationSeries(out.seconds, longest) };
    });
  }, [traffic, inputs, outs]);
  const [first, second] = runs;
  const ceiling = useMemo(() => rateCeiling(runs), [runs]);
  const summaries = useMemo(() => simulationSummaries(runs, ceiling), [runs, ceiling]);
  const compared = useMemo(() => second && { series: second.series, limit: second.limit }, [second]);
  if (!first) return null;
  return (
    <>
      <div className={styles.verdicts} role="status" data-testid="verdict">
        {runs.map(({ name, verdict }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two have no other identity, and never swap places
          <VerdictText key={index} name={second ? name : null} isSecond={index === 1} verdict={verdict} />
        ))}
      </div>
      <div className={layout.shrinkingStack5}>
        {CHARTS.map((kind) => (
          <TrafficChart
            key={kind}
            kind={kind}
            series={first.series}
            limit={first.limit}
            span={null}
            marks={NO_MARKS}
            compared={compared}
            ceiling={ceiling}
            names={second ? [first.name, second.name] : null}
            time="elapsed"
            asTable={asTable}
            summary={summaries[kind]}
            onSpan={null}
          />
        ))}
      </div>
      <p className={styles.how}>
        Uses the rate limiter of the service, freshly started with no open connections. Assumes that every
        attempt succeeds, and ignores other endpoints and the disk.
      </p>
    </>
  );
}

const NO_MARKS: readonly never[] = [];

interface VerdictTextProps {
  /** Its name; null: there is only one. */
  readonly name: string | null;
  readonly isSecond: boolean;
  readonly verdict: Verdict;
}

function VerdictText({ name, isSecond, verdict }: VerdictTextProps) {
  return (
    <div className={layout.shrinkingStack1}>
      <span className={layout.rowCenteredFlat}>
        <TrafficStatus state={STATES[verdict.kind]} word={STATE_LABELS[verdict.kind]} />
        {name !== null && (
          <span className={classNames(layout.inlineLineClose, layout.smallMedium, layout.numbers)}>
            <svg viewBox="0 0 20 8" className={isSecond ? styles.secondKey : styles.firstKey} aria-hidden>
              <path d="M0 4h20" />
            </svg>
            {name}
          </span>
        )}
      </span>
      <p className={styles.text}>{verdict.text}</p>
      {verdict.note && <p className={styles.note}>{verdict.note}</p>}
    </div>
  );
}
