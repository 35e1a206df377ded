import { loadPart } from '../../ui/load-part';

/** The code behind the log-in, which the log-in itself does not need. @throws PartUnavailable */
export function readSignedIn() {
  return loadPart(() => import('./signed-in').then(({ SignedIn }) => SignedIn));
}
