import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import layout from '../../../ui/layout.module.css';
import { Unread } from '../../../ui/unread';
import { DeliveriesNav } from '../../parts/deliveries-nav';
import { ApplySheet } from './apply-sheet';
import { QueueFields } from './queue-fields';
import { simulationInput } from './simulation-input';
import { SimulationResult } from './simulation-result';
import { readChoice, type SimulatorChoice } from './simulator-choice';
import styles from './simulator-screen.module.css';
import { TrafficFields } from './traffic-fields';
import { shapeCount, type TrafficShape } from './traffic-shape';
import { useChoiceTexts } from './use-choice-texts';
import { useRecordedTraffic } from './use-recorded-traffic';
import { type SimulationWish, useSimulation } from './use-simulation';

const NO_TRAFFIC = { kind: 'burst', base: 0, perSecond: 1, seconds: 1 } as const;

/** What a limit would do to this traffic: decided by the service's own limiter, before anything is changed. */
export function SimulatorScreen() {
  const form = useChoiceTexts();
  const { choice, faults } = useMemo(() => readChoice(form.texts), [form.texts]);
  const recorded = useRecordedTraffic(choice?.traffic ?? NO_TRAFFIC);
  const [isApplying, setIsApplying] = useState(false);
  const wish = useMemo(() => wishFor(choice, recorded.data), [choice, recorded.data]);
  const { simulation, stop, again } = useSimulation(wish);
  return (
    <section className={`${layout.screen} ${layout.scrolling}`} aria-labelledby="simulator-title">
      <title>Simulator · Posthorn</title>
      <header className={layout.screenHead}>
        <h1 className={layout.screenTitle} id="simulator-title">
          Deliveries
        </h1>
        <DeliveriesNav />
        <p className={styles.lead}>Shows the effect of a limit on this traffic before you change anything.</p>
      </header>
      <div className={styles.columns}>
        <form
          className={layout.shrinkingStack5}
          aria-label="Simulation inputs"
          onSubmit={(event) => event.preventDefault()}
        >
          <TrafficFields
            form={form}
            faults={faults}
            traffic={choice?.traffic ?? null}
            recorded={choice?.traffic.kind === 'recorded' ? recorded.data : undefined}
            onReadAgain={() => void recorded.refetch()}
          />
          <QueueFields form={form} faults={faults} choice={choice} />
        </form>
        <div className={styles.outcome}>
          {wish ? (
            <SimulationResult
              simulation={simulation}
              onStop={stop}
              onAgain={again}
              onApply={() => setIsApplying(true)}
            />
          ) : (
            <Nothing choice={choice} hasFault={Object.keys(faults).length > 0} recorded={recorded} />
          )}
        </div>
      </div>
      {isApplying && choice && (
        <ApplySheet
          limits={choice.limits}
          appId={form.texts.app}
          endpointId={form.texts.endpoint}
          onClose={() => setIsApplying(false)}
        />
      )}
    </section>
  );
}

/** What to simulate; null: the choice is incomplete, or nothing arrives. */
function wishFor(choice: SimulatorChoice | null, recorded: TrafficShape | undefined): SimulationWish | null {
  if (!choice) return null;
  const { traffic, limits, latencyMs } = choice;
  if (traffic.kind === 'recorded' && (!recorded || shapeCount(recorded) === 0)) return null;
  const inputs = limits.map((limit) => simulationInput(traffic, recorded ?? [], { limit, latencyMs }));
  return { traffic, inputs };
}

interface NothingProps {
  readonly choice: SimulatorChoice | null;
  readonly hasFault: boolean;
  readonly recorded: ReturnType<typeof useRecordedTraffic>;
}

/** Why there is no result, and what to do. */
function Nothing({ choice, hasFault, recorded }: NothingProps) {
  if (hasFault) {
    return (
      <EmptyState title="The form has an error">
        <p>Correct the marked field to see the result.</p>
      </EmptyState>
    );
  }
  if (!choice) {
    return (
      <EmptyState title="Choose an endpoint">
        <p>Its traffic of the last hour runs through the limit you set.</p>
      </EmptyState>
    );
  }
  if (recorded.error || recorded.isPending) {
    return <Unread what="the traffic of the endpoint" rows={8} query={recorded} />;
  }
  return (
    <EmptyState
      title="No messages in this period"
      actions={<Button onPress={() => void recorded.refetch()}>Reload</Button>}
    >
      <p>Choose another period or endpoint, or try a burst.</p>
    </EmptyState>
  );
}
