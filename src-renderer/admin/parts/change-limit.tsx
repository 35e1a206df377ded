import { useState } from 'react';
import type { ApplicationOut } from '../../../src-server/contract/application';
import type { EndpointOut } from '../../../src-server/contract/endpoint';
import { whenDone } from '../../api/when-done';
import { effectiveLimit, parseRateLimit, RATE_LIMIT_RULE } from '../../shared/endpoint/rate-limit';
import { usePatchEndpoint } from '../../shared/endpoint/use-endpoints';
import { Button } from '../../ui/button';
import { FailureNotice } from '../../ui/failure-notice';
import { Sheet } from '../../ui/sheet';
import { TextField } from '../../ui/text-field';

interface ChangeLimitProps {
  readonly application: ApplicationOut;
  readonly endpoint: EndpointOut;
  readonly onClose: () => void;
}

/** Edits the endpoint's own limit, which applies from the next message on. */
export function ChangeLimit({ application, endpoint, onClose }: ChangeLimitProps) {
  const patch = usePatchEndpoint(application.id, endpoint.id);
  const [text, setText] = useState(endpoint.rateLimit === null ? '' : String(endpoint.rateLimit));
  const limit = parseRateLimit(text);
  const save = () => {
    if (limit !== undefined) whenDone(patch.mutateAsync({ rateLimit: limit }), onClose);
  };
  return (
    <Sheet
      title="Change the limit"
      placement="center"
      onClose={onClose}
      footer={
        <Button kind="primary" isDisabled={limit === undefined || patch.isPending} onPress={save}>
          Save the limit
        </Button>
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
      {patch.error && <FailureNotice title="The limit was not changed" cause={patch.error} />}
    </Sheet>
  );
}
