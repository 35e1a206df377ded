import type { ApiFailure } from '../../../api/api-failure';
import { parseRateLimit, RATE_LIMIT_RULE } from '../../../shared/endpoint/rate-limit';
import { TextField } from '../../../ui/text-field';

interface ApplicationDraft {
  readonly name: string;
  readonly uid: string;
  /** As typed; empty means no limit. */
  readonly rateLimit: string;
}

interface ApplicationFieldsProps {
  readonly draft: ApplicationDraft;
  readonly onChange: (draft: ApplicationDraft) => void;
  readonly error: ApiFailure | null;
}

/** The fields shared by creating and editing an application. */
export function ApplicationFields({ draft, onChange, error }: ApplicationFieldsProps) {
  const limit = parseRateLimit(draft.rateLimit);
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        placeholder="Acme"
        error={error?.fieldError('name') ?? null}
      />
      <TextField
        label="Rate limit, messages per second"
        isRequired={false}
        inputMode="numeric"
        value={draft.rateLimit}
        onChange={(rateLimit) => onChange({ ...draft, rateLimit })}
        placeholder="No limit"
        hint="Applies to each endpoint. Extra messages wait their turn. Nothing is dropped. An endpoint can have its own limit."
        error={limit === undefined ? RATE_LIMIT_RULE : (error?.fieldError('rateLimit') ?? null)}
      />
      <TextField
        label="Your identifier"
        isRequired={false}
        mono
        value={draft.uid}
        onChange={(uid) => onChange({ ...draft, uid })}
        placeholder="customer-4711"
        hint="Works wherever the id does, so your software need not store the id."
        error={error?.fieldError('uid') ?? null}
      />
    </>
  );
}

/** The draft as the API takes it; null while the limit is invalid or the name is missing. */
export function toApplicationIn(draft: ApplicationDraft) {
  const rateLimit = parseRateLimit(draft.rateLimit);
  if (rateLimit === undefined || draft.name.trim() === '') return null;
  return { name: draft.name.trim(), uid: draft.uid.trim() || null, rateLimit };
}
