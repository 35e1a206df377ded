import { visibleFlags } from '../../access/visibility';
import type { Clock } from '../../base/clock';
import { apiError, invalid, invalidField, notFound } from '../../base/errors';
import { currentSchema } from '../../catalog/current-schema';
import type { WorkerExamples } from '../../catalog/worker-examples';
import type { WorkerPool } from '../../catalog/worker-pool';
import {
  type EventTypeIn,
  type EventTypePatch,
  eventTypeInSchema,
  eventTypeOutSchema,
  eventTypePatchSchema,
  eventTypeUpdateSchema,
  type GenerateExampleIn,
  generateExampleInSchema,
  generateExampleOutSchema,
} from '../../contract/event-type';
import { listSchema } from '../../contract/list';
import { isValidName } from '../../contract/names';
import { schemaCheckInSchema, schemaCheckOutSchema } from '../../contract/schema-check';
import { rawMember } from '../../json-schema/raw-json-text';
import type { EventTypeStore, VersionedEventType } from '../../storage/event-type-store';
import type { EventTypeContent } from '../../storage/event-type-text';
import { changeAuthor } from '../change-author';
import { changedContent, newContent, readFields, replacedContent } from '../event-type-input';
import { checkIfMatch, tagOf } from '../if-match';
import { orderedListQuery, pageRequest } from '../list-query';
import { presentEventType } from '../presenters';
import { rawJson } from '../raw-json';
import { bodyOf, type Route, type RouteAnswer, type RouteInput, route } from '../route';
import { type TaskRequest, taskOptions } from '../worker-caller';

export interface EventTypeRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly examples: WorkerExamples;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
}

/** The catalog of event types. Feature flags decide who sees one: 404 for everybody else. */
export function eventTypeRoutes({
  eventTypes,
  examples,
  workers,
  clock,
  onCatalogChanged,
}: EventTypeRouteParts): readonly Route[] {
  /** @throws ApiError 422 for schemas that cannot be stored */
  function fieldsOf<T extends EventTypePatch>({ body, rawBody, ...request }: RouteInput<T, object>) {
    return readFields(body, rawBody, (text) => workers.run('readSchemas', text, taskOptions(request)));
  }

  /** PATCH, and POST on the name as the specification has it. */
  async function patch(input: RouteInput<EventTypePatch, object>) {
    const { params, principal, ifMatch } = input;
    const fields = await fieldsOf(input);
    const record = await eventTypes.update(
      params.name ?? '',
      clock.now(),
      (current) => {
        checkIfMatch(ifMatch, current);
        return changedContent(current, fields);
      },
      changeAuthor(principal),
    );
    if (!record) throw notFound();
    onCatalogChanged();
    return answerWith(200, record);
  }

  /** @throws ApiError 422 for a variant that the schema does not have */
  async function exampleOf(schema: string, wanted: WantedExample, request: TaskRequest) {
    const { variant, where } = wanted;
    const example = await examples.exampleFor(schema, variant, taskOptions(request));
    const count = example.variants.length;
    if (variant === null || variant < count) return { ...example, example: rawJson(example.example) };
    const msg = count === 0 ? 'The schema has no variants.' : `The last variant is ${count - 1}.`;
    throw invalid({ loc: [where, 'variant'], msg, type: 'value_error' });
  }

  return [
    route({
      method: 'POST',
      path: '/event-type',
      access: 'admin',
      summary: 'Create an event type. One that is archived is replaced; any other of that name is a 409.',
      body: bodyOf<EventTypeIn>(eventTypeInSchema),
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      answers: { 201: eventTypeOutSchema },
      errors: ['event_type_exists'],
      async handler(input) {
        const { body, principal } = input;
        const content = newContent(body.name, await fieldsOf(input));
        const author = changeAuthor(principal);
        let replaced = false;
        if (!(await eventTypes.insert(content, clock.now(), author))) {
          const replace = (current: EventTypeContent) => {
            replaced = current.archived;
            return replaced ? content : null;
          };
          await eventTypes.update(body.name, clock.now(), replace, author);
          if (!replaced) throw apiError('event_type_exists', `The event type ${body.name} exists already.`);
        }
        onCatalogChanged();
        const record = await eventTypes.get(body.name);
        if (!record) throw notFound();
        return answerWith(201, record);
      },
    }),
    route({
      method: 'GET',
      path: '/event-type',
      access: 'any',
      capability: 'ViewBase',
      summary: 'List the event types that the token may see, by name.',
      query: {
        ...orderedListQuery,
        include_archived: { type: 'boolean', default: false, description: 'True lists archived ones too.' },
        with_content: { type: 'boolean', default: false, description: 'True adds the schemas.' },
      },
      answers: { 200: listSchema(eventTypeOutSchema) },
      async handler({ query, principal }) {
        const page = await eventTypes.list({
          ...pageRequest(query),
          includeArchived: query.include_archived ?? false,
          withSchemas: query.with_content ?? false,
          visibleFlags: visibleFlags(principal),
        });
        return { status: 200, body: { ...page, data: page.data.map(presentEventType) } };
      },
    }),
    route({
      method: 'GET',
      path: '/event-type/{name}',
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read one event type with its schemas. Its `ETag` is the number of its version.',
      answers: { 200: eventTypeOutSchema },
      async handler({ params, principal }) {
        const record = await eventTypes.getVisible(params.name ?? '', visibleFlags(principal));
        if (!record) throw notFound();
        return answerWith(200, record);
      },
    }),
    route({
      method: 'GET',
      path: '/event-type/{name}/example',
      access: 'any',
      capability: 'ViewBase',
      summary: 'Read the example of an event type, or have one made from its schema.',
      query: {
        variant: {
          type: 'integer',
          minimum: 0,
          description: 'Which of the `variants` to make, from 0. Absent: the example as such.',
        },
      },
      answers: { 200: generateExampleOutSchema },
      usesWorkers: true,
      async handler({ params, query, ...request }) {
        const record = await eventTypes.getVisible(params.name ?? '', visibleFlags(request.principal));
        if (!record) throw notFound();
        const schema = currentSchema(record.schemas);
        if (schema === null) throw notFound('Schema');
        const wanted = { variant: query.variant ?? null, where: 'query' } as const;
        return { status: 200, body: await exampleOf(schema, wanted, request) };
      },
    }),
    route({
      method: 'PUT',
      path: '/event-type/{name}',
      access: 'admin',
      summary:
        'Replace an event type, or create it. Where there is one, only what is given changes if there is no description.',
      body: bodyOf<EventTypePatch>(eventTypeUpdateSchema),
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      answers: { 200: eventTypeOutSchema, 201: eventTypeOutSchema },
      errors: ['precondition_failed'],
      conditional: true,
      async handler(input) {
        const { params, principal, ifMatch } = input;
        const name = params.name ?? '';
        const fields = await fieldsOf(input);
        const { description } = fields;
        const author = changeAuthor(principal);
        const next = (current: VersionedEventType) => {
          checkIfMatch(ifMatch, current);
          return description === undefined
            ? changedContent(current, fields)
            : replacedContent(current, fields);
        };
        const replace = () => eventTypes.update(name, clock.now(), next, author);
        let record = await replace();
        let status = 200;
        if (!record) {
          if (!isValidName(name)) throw invalidField('name', 'This is not a name for an event type.');
          checkIfMatch(ifMatch, null);
          const isNew = await eventTypes.insert(newContent(name, fields), clock.now(), author);
          record = isNew ? await eventTypes.get(name) : await replace();
          if (isNew) status = 201;
        }
        if (!record) throw notFound();
        onCatalogChanged();
        return answerWith(status, record);
      },
    }),
    route({
      method: 'PATCH',
      path: '/event-type/{name}',
      access: 'admin',
      summary: 'Change what is given; null clears a field.',
      body: bodyOf<EventTypePatch>(eventTypePatchSchema),
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      answers: { 200: eventTypeOutSchema },
      errors: ['precondition_failed'],
      conditional: true,
      handler: patch,
    }),
    route({
      method: 'POST',
      path: '/event-type/{name}',
      access: 'admin',
      summary: 'The same as PATCH.',
      body: bodyOf<EventTypePatch>(eventTypePatchSchema),
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      answers: { 200: eventTypeOutSchema },
      errors: ['precondition_failed'],
      conditional: true,
      handler: patch,
    }),
    route({
      method: 'DELETE',
      path: '/event-type/{name}',
      access: 'admin',
      summary: 'Archive an event type, or remove it from the catalog; its history stays.',
      query: {
        expunge: { type: 'boolean', default: false, description: 'True removes it from the catalog.' },
      },
      answers: { 204: null },
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ params, query, principal, ifMatch }) {
        const name = params.name ?? '';
        const author = changeAuthor(principal);
        const check = (current: VersionedEventType) => checkIfMatch(ifMatch, current);
        const archive = (current: VersionedEventType) => {
          check(current);
          return { ...current, archived: true };
        };
        const found = query.expunge
          ? await eventTypes.expunge(name, clock.now(), author, check)
          : await eventTypes.update(name, clock.now(), archive, author);
        if (!found) throw notFound();
        onCatalogChanged();
        return { status: 204 };
      },
    }),
    route({
      method: 'POST',
      path: '/event-type/schema/generate-example',
      // Not for portal tokens: customers have no use for it.
      access: 'reader',
      summary: 'Make an example event from a Draft 7 schema.',
      body: bodyOf<GenerateExampleIn>(generateExampleInSchema),
      texts: ['schema'],
      answers: { 200: generateExampleOutSchema },
      usesWorkers: true,
      async handler({ body, rawBody, ...request }) {
        const wanted = { variant: body.variant ?? null, where: 'body' } as const;
        return {
          status: 200,
          body: await exampleOf(rawMember(rawBody, 'schema') ?? 'null', wanted, request),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/event-type/schema/check',
      access: 'admin',
      summary: 'Check a Draft 7 schema, and hold a payload against it. Stores nothing.',
      description:
        'The same check that storing a schema makes, and the one that the payload of an event would be held against by a receiver. Sending never checks.',
      body: bodyOf<{ schema: unknown; payload?: unknown }>(schemaCheckInSchema),
      texts: ['schema', 'payload'],
      answers: { 200: schemaCheckOutSchema },
      usesWorkers: true,
      async handler({ rawBody, ...request }) {
        const texts = {
          schema: rawMember(rawBody, 'schema') ?? 'null',
          payload: rawMember(rawBody, 'payload') ?? null,
        };
        return { status: 200, body: await workers.run('checkSchema', texts, taskOptions(request)) };
      },
    }),
  ];
}

/** Which example of a schema, and where the request says so. */
interface WantedExample {
  /** Null: the example as such. */
  readonly variant: number | null;
  readonly where: 'body' | 'query';
}

/** An event type with the tag of its version, which `If-Match` takes. */
function answerWith(status: number, record: VersionedEventType): RouteAnswer {
  return { status, body: presentEventType(record), tag: tagOf(record) };
}
