import { RefreshCw } from 'lucide-react';
import { useEndpoints } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { Segmented } from '../../../ui/segmented';
import { Select } from '../../../ui/select';
import { TextField } from '../../../ui/text-field';
import { useApplications } from '../../data/use-applications';
import { counted } from '../../parts/traffic/format-amount';
import type { ChoiceFaults, TrafficChoice } from './simulator-choice';
import styles from './simulator-screen.module.css';
import { shapeCount, shapePeak, type TrafficShape } from './traffic-shape';
import type { useChoiceTexts } from './use-choice-texts';

const KINDS = [
  { value: 'burst', label: 'Burst' },
  { value: 'steady', label: 'Steady' },
  { value: 'recorded', label: 'From an endpoint' },
] as const;
const LENGTHS = [
  { value: '60', label: '1 minute' },
  { value: '300', label: '5 minutes' },
  { value: '900', label: '15 minutes' },
  { value: '3600', label: '1 hour' },
] as const;
const WINDOWS = [
  { value: 'hour', label: 'Last hour' },
  { value: 'minutes', label: 'Last 5 minutes' },
] as const;

export interface FieldsProps {
  readonly form: ReturnType<typeof useChoiceTexts>;
  readonly faults: ChoiceFaults;
}

interface TrafficFieldsProps extends FieldsProps {
  /** The content of the fields, if they are valid. */
  readonly traffic: TrafficChoice | null;
  /** What the chosen endpoint received; undefined: none is chosen, or it has not been read yet. */
  readonly recorded: TrafficShape | undefined;
  readonly onReadAgain: () => void;
}

/** The arrivals: a burst, a steady rate, or what an endpoint actually received. */
export function TrafficFields(props: TrafficFieldsProps) {
  const { form } = props;
  const kind = form.field('traffic').value;
  return (
    <fieldset className={styles.group}>
      <legend>Traffic</legend>
      <Segmented
        label="Kind of traffic"
        value={kind === 'steady' || kind === 'recorded' ? kind : 'burst'}
        onChange={(value) => form.set('traffic', value === 'burst' ? '' : value)}
        options={KINDS}
      />
      {kind === 'steady' ? (
        <Steady {...props} />
      ) : kind === 'recorded' ? (
        <Recorded {...props} />
      ) : (
        <Burst {...props} />
      )}
    </fieldset>
  );
}

function Burst({ form, faults, traffic }: TrafficFieldsProps) {
  const burst = traffic?.kind === 'burst' ? traffic : null;
  const count = burst && counted(burst.perSecond * burst.seconds, 'message');
  return (
    <>
      <div className={`${layout.gridTop} ${layout.gap3} ${styles.pair}`}>
        <TextField
          label="Burst, per second"
          inputMode="numeric"
          {...form.field('height')}
          error={faults.height ?? null}
        />
        <TextField
          label="Duration, seconds"
          inputMode="numeric"
          {...form.field('length')}
          error={faults.length ?? null}
        />
      </div>
      <TextField
        label="Base rate, per second"
        inputMode="numeric"
        {...form.field('base')}
        error={faults.base ?? null}
        hint={burst && (burst.base === 0 ? `${count} in total.` : `${count} on top of ${burst.base}/s.`)}
      />
    </>
  );
}

function Steady({ form, faults }: TrafficFieldsProps) {
  const length = form.field('for');
  const isListed = LENGTHS.some(({ value }) => value === length.value);
  const own = { value: length.value, label: `${length.value} seconds` };
  return (
    <div className={`${layout.gridTop} ${layout.gap3} ${styles.pair}`}>
      <TextField
        label="Rate, per second"
        inputMode="numeric"
        {...form.field('rate')}
        error={faults.rate ?? null}
      />
      <Select
        label="Duration"
        {...length}
        options={isListed ? LENGTHS : [...LENGTHS, own]}
        error={faults.for ?? null}
      />
    </div>
  );
}

function Recorded({ form, recorded, onReadAgain }: TrafficFieldsProps) {
  const appId = form.texts.app;
  const applications = useApplications();
  const endpoints = useEndpoints(appId);
  const isHour = form.texts.window !== 'minutes';
  return (
    <>
      <Select
        label="Application"
        value={appId || null}
        onChange={(value) => form.setAll({ app: value, endpoint: '' })}
        options={(applications.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={applications.isPending ? 'Loading' : 'Choose one'}
        error={applications.error ? 'The applications could not be loaded.' : null}
      />
      <Select
        label="Endpoint"
        value={form.texts.endpoint || null}
        onChange={(value) => form.set('endpoint', value)}
        options={(endpoints.data ?? []).map(({ id, url }) => ({ value: id, label: url }))}
        isDisabled={appId === ''}
        placeholder={endpoints.data?.length === 0 ? 'No endpoints' : 'Choose one'}
        error={endpoints.error ? 'The endpoints could not be loaded.' : null}
      />
      <Segmented
        label="Period"
        value={isHour ? 'hour' : 'minutes'}
        onChange={(value) => form.set('window', value === 'hour' ? '' : value)}
        options={WINDOWS}
      />
      {recorded && (
        <div className={layout.rowCentered}>
          <p className={layout.metaNumbers}>
            {`${counted(shapeCount(recorded), 'message')}, at most ${Math.ceil(shapePeak(recorded)).toLocaleString('en')}/s.`}
            {isHour && ' Measured by the minute, assumed even within each minute.'}
          </p>
          <Button size="small" kind="quiet" icon={<RefreshCw aria-hidden />} onPress={onReadAgain}>
            Reload
          </Button>
        </div>
      )}
    </>
  );
}
