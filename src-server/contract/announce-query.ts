/** Of a change of event types. */
export const announceQuery = {
  announce: {
    type: 'boolean',
    default: true,
    description:
      'False: this change is announced neither by operational webhooks (`event_type.changed`, `event_type.deprecated`) nor by `eventTypeNotices` of an endpoint. The history says so. It is in the list of changes all the same.',
  },
} as const;
