import type { ApiFailure } from '../../api/api-failure';
import layout from '../../ui/layout.module.css';
import { useConnection } from '../data/working-copy/use-connections';
import { useInstance } from '../platform/instance';

interface OnlyThereProps {
  /** What is missing: "Usage". */
  readonly what: string;
  readonly cause: ApiFailure;
}

/** A line that explains why something is missing that only the instance has; nothing where there is none. */
export function OnlyThere({ what, cause }: OnlyThereProps) {
  const { id, isFolder } = useInstance();
  const name = useConnection(id)?.name ?? 'the instance';
  if (isFolder) return null;
  return (
    <p className={layout.muted}>
      {cause.status === 404
        ? `${what} is available once this event type is on ${name}.`
        : `${what} is unavailable while ${name} is not responding.`}
    </p>
  );
}
