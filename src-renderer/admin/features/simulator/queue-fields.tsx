import { X } from 'lucide-react';
import { RATE_LIMIT_MAX } from '../../../../src-server/contract/names';
import { MOST_IN_FLIGHT } from '../../../../src-server/pacing/in-flight-cap';
import { useEndpoint } from '../../../shared/endpoint/use-endpoints';
import { Button } from '../../../ui/button';
import layout from '../../../ui/layout.module.css';
import { TextField } from '../../../ui/text-field';
import { useApplication } from '../../data/use-applications';
import { limitLabel } from './apply-plan';
import type { SimulatorChoice, TrafficChoice } from './simulator-choice';
import styles from './simulator-screen.module.css';
import type { FieldsProps } from './traffic-fields';
import { useTypicalResponse } from './use-recorded-traffic';

interface QueueFieldsProps extends FieldsProps {
  /** The content of the fields; null: some of it is invalid. */
  readonly choice: SimulatorChoice | null;
}

/** The limit, another one to compare with, and the latency of the receiver. */
export function QueueFields({ form, faults, choice }: QueueFieldsProps) {
  const isCompared = form.texts.other !== '';
  const first = choice?.limits[0];
  const compare = () => form.set('other', String(Math.min(RATE_LIMIT_MAX, first == null ? 250 : 2 * first)));
  const real = choice?.traffic.kind === 'recorded' ? choice.traffic : null;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Limit</legend>
        <TextField
          label={isCompared ? 'First limit, messages per second' : 'Messages per second'}
          inputMode="numeric"
          {...form.field('limit')}
          placeholder="no limit"
          error={faults.limit ?? null}
          hint={real ? undefined : 'Empty: no limit.'}
        />
        {real && <RealLimit traffic={real} form={form} />}
        {isCompared ? (
          <TextField
            label="Second limit"
            inputMode="numeric"
            {...form.field('other')}
            placeholder="no limit"
            error={faults.other ?? null}
            action={
              <Button
                icon={<X aria-hidden />}
                aria-label="Stop comparing"
                onPress={() => form.set('other', '')}
              />
            }
          />
        ) : (
          <Button onPress={compare}>Compare with another limit</Button>
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Receiver</legend>
        <TextField
          label="Response time, ms"
          inputMode="numeric"
          {...form.field('latency')}
          error={faults.latency ?? null}
          hint={`Accepts at most ${MOST_IN_FLIGHT} requests at once.`}
        />
        {real && <RealResponse traffic={real} form={form} />}
      </fieldset>
    </>
  );
}

interface RealProps {
  readonly traffic: TrafficChoice & { readonly kind: 'recorded' };
  readonly form: FieldsProps['form'];
}

function RealLimit({ traffic, form }: RealProps) {
  const application = useApplication(traffic.appId);
  const endpoint = useEndpoint(traffic.appId, traffic.endpointId);
  if (!application.data || !endpoint.data) return null;
  const limit = endpoint.data.rateLimit ?? application.data.rateLimit;
  const text = limit === null ? 'none' : String(limit);
  if (text === (form.field('limit').value || 'none'))
    return <p className={layout.metaNumbers}>Its current limit.</p>;
  return (
    <div className={layout.rowCentered}>
      <span className={layout.metaNumbers}>Its current limit is {limitLabel(limit)}.</span>
      <Button size="small" onPress={() => form.set('limit', text)}>
        Use this limit
      </Button>
    </div>
  );
}

function RealResponse({ traffic, form }: RealProps) {
  const typical = useTypicalResponse(traffic.appId, traffic.endpointId);
  if (typical.data == null) return null;
  const text = String(typical.data);
  return (
    <div className={layout.rowCentered}>
      <span className={layout.metaNumbers}>Its latest responses took {text} ms (median).</span>
      {text !== form.field('latency').value && (
        <Button size="small" onPress={() => form.set('latency', text)}>
          Use this response time
        </Button>
      )}
    </div>
  );
}
