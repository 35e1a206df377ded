/** Query parameters of lists of attempts: how they ended. */
export const attemptOutcomeQuery = {
  status: {
    type: 'integer',
    enum: [0, 1, 2, 3, 4],
    description: '0 success, 1 pending, 2 fail, 3 sending, 4 canceled.',
  },
  status_code_class: {
    type: 'integer',
    enum: [0, 100, 200, 300, 400, 500],
    description: '200 means 200 to 299; 0 means no response.',
  },
} as const;
