import type { EndpointDraft } from '../../shared/endpoint/endpoint-draft';
import { Choice } from '../../ui/choice';
import { TextField } from '../../ui/text-field';
import { useLabels } from '../look/look-context';
import { type FormRules, highestRate } from './endpoint-draft';

interface EndpointSpeedProps {
  readonly draft: EndpointDraft;
  readonly set: (part: Partial<EndpointDraft>) => void;
  readonly rules: FormRules;
  /** What is wrong with the number, in words; null if nothing is. */
  readonly error: string | null;
}

/** How fast an endpoint is sent to: at the limit of the account, or slower. */
export function EndpointSpeed({ draft, set, rules, error }: EndpointSpeedProps) {
  const labels = useLabels().endpoints.form;
  return (
    <>
      <Choice
        label={labels.speed}
        value={draft.speed}
        onChange={(speed) => set({ speed })}
        options={[
          { value: 'inherit', label: labels.inherit, hint: labels.inherited(rules.granted) },
          { value: 'own', label: labels.own, hint: labels.ownHint },
        ]}
      />
      {draft.speed === 'own' && (
        <TextField
          label={labels.ownRate}
          inputMode="numeric"
          value={draft.rateLimit}
          onChange={(rateLimit) => set({ rateLimit })}
          hint={labels.ownRule(highestRate(rules))}
          error={error}
        />
      )}
    </>
  );
}
