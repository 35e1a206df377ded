import type { ApplicationOut } from '../../../src-server/contract/application';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { whenDone } from '../../api/when-done';
import { effectiveLimit, parseRateLimit, RATE_LIMIT_RULE } from '../../shared/endpoint/rate-limit';
import { useEditEndpoint } from '../../shared/endpoint/use-endpoints';
import { SaveFailure } from '../../shared/forms/save-failure';
import { Button } from '../../ui/button';
import { useDraft } from '../../ui/drafts/use-draft';
import { useDrafted } from '../../ui/drafts/use-drafted';
import { Sheet } from '../../ui/sheet';
import { TextField } from '../../ui/text-field';
import { useInstance } from '../platform/instance';

interface ChangeLimitProps {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
  readonly onClose: () => void;
}

/** Edits the endpoint's own limit, which applies from the next message on. */
export function ChangeLimit({ application, endpoint, onClose }: ChangeLimitProps) {
  const edit = useEditEndpoint({ appId: application.id, endpointId: endpoint.id });
  const form = useDraft(`${useInstance().id}/limit/${endpoint.id}`, endpoint.rateLimit, onClose);
  const opened = form.opened;
  const [text, setText] = useDrafted(form, 'limit', opened === null ? '' : String(opened));
  const limit = parseRateLimit(text);
  const save = () => {
    if (limit !== undefined)
      whenDone(edit.save({ opened: { rateLimit: opened }, mine: { rateLimit: limit } }), () =>
        form.saved(limit),
      );
  };
  return (
    <Sheet
      title="Change the limit"
      placement="center"
      draft={form}
      onClose={onClose}
      footer={
        <>
          <Button onPress={form.end}>Cancel</Button>
          <Button
            kind="primary"
            isDisabled={limit === undefined || edit.isPending}
            needs="PATCH /app/{app}/endpoint/{endpoint} rateLimit"
            onPress={save}
          >
            Save the limit
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Messages per second to this endpoint"
          autoFocus
          inputMode="numeric"
          value={text}
          onChange={setText}
          error={limit === undefined ? RATE_LIMIT_RULE : null}
          hint={`Applies from the next message. If empty: ${effectiveLimit(null, application)}.`}
        />
      </form>
      <SaveFailure title="The limit was not changed" saving={edit} />
    </Sheet>
  );
}
