import type { ApiFailure } from '../../api/api-failure';
import layout from '../../ui/layout.module.css';
import { useConnection } from '../data/use-connections';
import { useInstance } from '../platform/instance';

export interface OnlyThereProps {
  /** What is missing: "Usage". */
  readonly what: string;
  readonly cause: ApiFailure;
}

/** That a working copy does not have something, which its instance would have to tell. */
export function OnlyThere({ what, cause }: OnlyThereProps) {
  const name = useConnection(useInstance().id)?.name ?? 'the instance';
  return (
    <p className={layout.muted}>
      {cause.status === 404
        ? `${what} begins once this event type is on ${name}.`
        : `${what} is read from ${name}, which does not answer now.`}
    </p>
  );
}
