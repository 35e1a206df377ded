import { ApiError } from '../../base/errors';
import { ERROR_STATUS } from '../../contract/error';

const LABELS = {
  time: 'The request took too long and was stopped. Send something smaller or simpler.',
  memory: 'The request needed too much memory and was stopped. Send something smaller or simpler.',
} as const;

/** A task that used up its time or its memory. As a response it is a 422: the same request would end the same way. */
export class WorkerStopped extends ApiError {
  readonly reason: keyof typeof LABELS;

  constructor(reason: keyof typeof LABELS) {
    super(ERROR_STATUS.too_complex, { code: 'too_complex', detail: LABELS[reason] });
    this.name = 'WorkerStopped';
    this.reason = reason;
  }
}
