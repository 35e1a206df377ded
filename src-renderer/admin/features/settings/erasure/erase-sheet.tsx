import { useState } from 'react';
import { Button } from '../../../../ui/button';
import { ComboBox } from '../../../../ui/combo-box';
import { FailureNotice } from '../../../../ui/failure-notice';
import { Sheet } from '../../../../ui/sheet';
import { TextField } from '../../../../ui/text-field';
import { type ErasureConditions, useErasure } from '../../../data/erasure/use-erasure';
import { useApplications } from '../../../data/use-applications';
import { ErasureDone, ErasurePlan, messagesOf } from './erasure-counts';

/** The conditions as they are typed. Not kept as a draft: what is to be erased stays nowhere. */
const NOTHING = { application: '', text: '', tags: '', prefix: '', before: '' };
type Typed = typeof NOTHING;
/** To be typed before it begins: nothing brings back what was erased. */
const ASSENT = 'erase';

/** Asks what to erase, shows what that would do, and does it after a yes. */
export function EraseSheet({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState(NOTHING);
  const [assent, setAssent] = useState('');
  const applications = useApplications().data ?? [];
  const { estimate, begin, task } = useErasure();
  const isPlanned = estimate.data !== undefined && !estimate.isPending;
  const conditions = conditionsOf(typed, applications);
  const set = (field: keyof Typed) => (value: string) => setTyped((now) => ({ ...now, [field]: value }));
  if (task) {
    return (
      <Sheet title="Erase messages" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
        <ErasureDone task={task} />
      </Sheet>
    );
  }
  if (isPlanned && conditions) {
    return (
      <Sheet
        title="Erase messages"
        onClose={onClose}
        footer={
          <>
            <Button
              onPress={() => {
                setAssent('');
                estimate.reset();
              }}
            >
              Back
            </Button>
            <Button
              kind="danger"
              isDisabled={assent !== ASSENT || begin.isPending}
              onPress={() => begin.mutate(conditions)}
            >
              Erase {messagesOf(estimate.data.messages)}
            </Button>
          </>
        }
      >
        <ErasurePlan found={estimate.data} />
        <TextField
          label={`Type ${ASSENT} to confirm`}
          value={assent}
          onChange={setAssent}
          mono
          autoFocus
          autoComplete="off"
        />
        {begin.error && <FailureNotice title="Nothing was erased" cause={begin.error} />}
      </Sheet>
    );
  }
  const isWrongTime = typed.before.trim() !== '' && timeOf(typed.before) === null;
  return (
    <Sheet
      title="Erase messages"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={conditions === null || estimate.isPending}
            onPress={() => conditions && estimate.mutate(conditions)}
          >
            {estimate.isPending ? 'Counting' : 'Show what will be erased'}
          </Button>
        </>
      }
    >
      <p>Messages that meet all of these conditions. Nothing is erased before you have seen how many.</p>
      <ComboBox
        label="Application"
        value={typed.application}
        onChange={set('application')}
        options={applications.map(nameOf)}
        opensOnFocus={false}
        hint="Its name here, or its id or uid if it was deleted. Empty: all applications."
      />
      <TextField
        label="Text"
        value={typed.text}
        onChange={set('text')}
        autoComplete="off"
        hint="Found in payloads, event ids, tags, headers and responses. Case-sensitive."
      />
      <TextField
        label="Tags"
        value={typed.tags}
        onChange={set('tags')}
        hint="Separated by commas; one of them is enough."
        autoComplete="off"
      />
      <TextField
        label="Event id starts with"
        mono
        value={typed.prefix}
        onChange={set('prefix')}
        autoComplete="off"
      />
      <TextField
        label="Accepted before"
        value={typed.before}
        onChange={set('before')}
        placeholder="2026-01-31 or 2026-01-31 14:00"
        hint="In your time zone."
        autoComplete="off"
        error={isWrongTime ? 'Enter a date such as 2026-01-31.' : null}
      />
      {estimate.error && <FailureNotice title="The messages were not counted" cause={estimate.error} />}
    </Sheet>
  );
}

interface Named {
  readonly id: string;
  readonly uid: string | null;
  readonly name: string;
}

/** Several may have the same name. */
function nameOf({ name, uid, id }: Named): string {
  return `${name} (${uid ?? id})`;
}

/** Null: nothing is named, or something cannot be read. */
function conditionsOf(typed: Typed, applications: readonly Named[]): ErasureConditions | null {
  const wanted = typed.application.trim();
  const application = applications.find((listed) => nameOf(listed) === wanted)?.id ?? wanted;
  const tags = typed.tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const before = timeOf(typed.before);
  if (typed.before.trim() !== '' && before === null) return null;
  const conditions: ErasureConditions = {
    ...(application !== '' && { application }),
    ...(typed.text !== '' && { text: typed.text }),
    ...(tags.length > 0 && { tags }),
    ...(typed.prefix !== '' && { eventIdPrefix: typed.prefix }),
    ...(before !== null && { before }),
  };
  return Object.keys(conditions).length > 0 ? conditions : null;
}

/** A date, or one with a time, in the reader's zone. Null: it is none. */
function timeOf(text: string): string | null {
  const [, date, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text.trim()) ?? [];
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${time}`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
