import { type BackgroundTaskOut, backgroundTaskOutSchema } from '../background-task';
import {
  type ErasureEstimateOut,
  type ErasureIn,
  erasureEstimateOutSchema,
  erasureInSchema,
} from '../erasure';
import { jsonOf, operation } from '../operation';

/** The operation behind `http/routes/erasure`. */
export const erasureOperations = {
  erase: operation({
    method: 'POST',
    path: '/erasure',
    body: jsonOf<ErasureIn>(erasureInSchema),
    responses: {
      200: jsonOf<ErasureEstimateOut>(erasureEstimateOutSchema),
      202: jsonOf<BackgroundTaskOut>(backgroundTaskOutSchema),
    },
  }),
};
