import type { Principal } from '../../access/principal';
import { seesEverything } from '../../access/principal';
import { visibleFlags } from '../../access/visibility';
import type { Clock } from '../../base/clock';
import { apiError, invalid, invalidField, notFound } from '../../base/errors';
import { currentSchema } from '../../catalog/checks/current-schema';
import type { ShownEventType } from '../../catalog/drafts/catalog-source';
import { catalogAt, type DatedSourceParts } from '../../catalog/drafts/dated-source';
import type { WorkerExamples } from '../../catalog/worker-examples';
import type { WorkerPool } from '../../catalog/workers/worker-pool';
import type { EventTypePatch } from '../../contract/event-type';
import { isValidName } from '../../contract/names';
import { eventTypeOperations } from '../../contract/operations/event-types';
import { rawMember } from '../../json-schema/raw-json-text';
import type { EventTypeStore, VersionedEventType } from '../../storage/catalog/event-type-store';
import type { EventTypeContent } from '../../storage/catalog/event-type-text';
import { changeAuthor } from '../change-author';
import { checkIfMatch, tagOf } from '../if-match';
import { changedContent, newContent, readFields, replacedContent } from '../inputs/event-type-input';
import { presentEventType } from '../presenters/presenters';
import type { PreviewCatalog } from '../presenters/preview-catalog';
import { rawJson } from '../raw-json';
import { type Route, type RouteInput, route } from '../route';
import { type TaskRequest, taskOptions } from '../worker-caller';

interface EventTypeRouteParts {
  readonly eventTypes: EventTypeStore;
  readonly pastEventTypes: DatedSourceParts['pastEventTypes'];
  readonly flagReleaseStore: DatedSourceParts['flagReleaseStore'];
  readonly examples: WorkerExamples;
  readonly workers: WorkerPool;
  readonly clock: Clock;
  readonly previewCatalog: PreviewCatalog;
  /** Called after each change of the catalog. */
  readonly onCatalogChanged: () => void;
}

/** Whether others are told of a change. */
interface Announcing {
  readonly announce?: boolean | undefined;
}

/** The catalog of event types. Feature flags decide who sees one: a 404 for everybody else. */
export function eventTypeRoutes(parts: EventTypeRouteParts): readonly Route[] {
  const { eventTypes, examples, workers, clock, previewCatalog, onCatalogChanged } = parts;

  /** @throws ApiError 422 for a time of somebody who must not learn what was, or will be, visible to others */
  function catalogOf(principal: Principal, at: string | undefined) {
    if (at === undefined) return previewCatalog(principal) ?? eventTypes;
    if (seesEverything(principal)) return catalogAt({ ...parts, stored: eventTypes }, Date.parse(at));
    throw invalid({
      loc: ['query', 'at'],
      msg: '`at` needs a token that sees all event types.',
      type: 'value_error',
    });
  }

  /** @throws ApiError 422 for schemas that cannot be stored */
  function fieldsOf<T extends EventTypePatch>({ body, bodyText, ...request }: RouteInput<T, object>) {
    return readFields(body, bodyText(), (text) => workers.run('readSchemas', text, taskOptions(request)));
  }

  /** PATCH, and POST on the name as the specification has it. */
  async function patch(input: RouteInput<EventTypePatch, Announcing, { readonly name: string }>) {
    const { params, query, principal, ifMatch } = input;
    const fields = await fieldsOf(input);
    const record = await eventTypes.update(
      params.name,
      clock.now(),
      (current) => {
        checkIfMatch(ifMatch, current);
        return changedContent(current, fields);
      },
      changeAuthor(principal, { announced: query.announce ?? true }),
    );
    if (!record) throw notFound();
    onCatalogChanged();
    return respondWith(200, record);
  }

  /** @throws ApiError 422 for a variant that the schema does not have */
  async function exampleOf(schema: string, wanted: WantedExample, request: TaskRequest) {
    const { variant, where } = wanted;
    const isReader = !seesEverything(request.principal);
    const make = isReader ? examples.readableFor : examples.exampleFor;
    const { refusedExample, ...made } = await make.call(examples, schema, variant, taskOptions(request));
    const count = made.variants.length;
    if (variant === null || variant < count)
      return {
        ...made,
        example: rawJson(made.example),
        ...(refusedExample && {
          refusedExample: { ...refusedExample, example: rawJson(refusedExample.example) },
        }),
      };
    const msg = count === 0 ? 'The schema has no variants.' : `The last variant is ${count - 1}.`;
    throw invalid({ loc: [where, 'variant'], msg, type: 'value_error' });
  }

  return [
    route(eventTypeOperations.create, {
      access: 'admin',
      summary: 'Create an event type. An archived one of the same name is replaced; any other is a 409.',
      texts: ['schemas', 'schema'],
      usesWorkers: true,
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
          if (!replaced) throw apiError('event_type_exists', `The event type ${body.name} already exists.`);
        }
        onCatalogChanged();
        const record = await eventTypes.get(body.name);
        if (!record) throw notFound();
        return respondWith(201, record);
      },
    }),
    route(eventTypeOperations.list, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'catalog',
      summary: 'List the event types that the token may see, by name.',
      description:
        'To a full token, the `ETag` identifies the state of the whole catalog, whatever page is read: it changes with every change of an event type, and of the flag sets.',
      async handler({ query, principal }) {
        const flags = visibleFlags(principal);
        const catalog = catalogOf(principal, query.at);
        // Before the page: a change in between is then noticed, and not missed. Others must not learn of hidden changes.
        const tagged =
          flags === null && query.at === undefined ? { weakTag: await eventTypes.catalogTag() } : {};
        const page = await catalog.list({
          ...query,
          includeArchived: query.include_archived ?? false,
          withSchemas: query.with_content ?? false,
          visibleFlags: flags,
        });
        return { status: 200, body: { ...page, data: page.data.map(presentEventType) }, ...tagged };
      },
    }),
    route(eventTypeOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'catalog',
      summary: 'Read one event type with its schemas. Its `ETag` is the number of its version.',
      async handler({ params, principal }) {
        const catalog = previewCatalog(principal) ?? eventTypes;
        const record = await catalog.getVisible(params.name, visibleFlags(principal));
        if (!record) throw notFound();
        return respondWith(200, record);
      },
    }),
    route(eventTypeOperations.readExample, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'catalog',
      summary: 'Read the example of an event type, or one generated from its schema.',
      usesWorkers: true,
      async handler({ params, query, ...request }) {
        const catalog = previewCatalog(request.principal) ?? eventTypes;
        const record = await catalog.getVisible(params.name, visibleFlags(request.principal));
        if (!record) throw notFound();
        const schema = currentSchema(record.schemas);
        if (schema === null) throw notFound('Schema');
        const wanted = { variant: query.variant ?? null, where: 'query' } as const;
        return { status: 200, body: await exampleOf(schema, wanted, request) };
      },
    }),
    route(eventTypeOperations.replace, {
      access: 'admin',
      summary:
        'Replace an event type, or create it. Without a description, only the given fields of an existing one change.',
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      errors: ['precondition_failed'],
      conditional: true,
      async handler(input) {
        const { params, query, principal, ifMatch } = input;
        const name = params.name;
        const fields = await fieldsOf(input);
        const { description } = fields;
        const author = changeAuthor(principal, { announced: query.announce ?? true });
        const next = (current: VersionedEventType) => {
          checkIfMatch(ifMatch, current);
          return description === undefined
            ? changedContent(current, fields)
            : replacedContent(current, fields);
        };
        const replace = () => eventTypes.update(name, clock.now(), next, author);
        let record = await replace();
        let isNew = false;
        if (!record) {
          if (!isValidName(name)) throw invalidField('name', 'This is not a valid event type name.');
          checkIfMatch(ifMatch, null);
          isNew = await eventTypes.insert(newContent(name, fields), clock.now(), author);
          record = isNew ? await eventTypes.get(name) : await replace();
        }
        if (!record) throw notFound();
        onCatalogChanged();
        return isNew ? respondWith(201, record) : respondWith(200, record);
      },
    }),
    route(eventTypeOperations.change, {
      access: 'admin',
      summary: 'Change the given fields; null clears a field.',
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      errors: ['precondition_failed'],
      conditional: true,
      handler: patch,
    }),
    route(eventTypeOperations.changeByPost, {
      access: 'admin',
      summary: 'The same as PATCH.',
      texts: ['schemas', 'schema'],
      usesWorkers: true,
      errors: ['precondition_failed'],
      conditional: true,
      handler: patch,
    }),
    route(eventTypeOperations.delete, {
      access: 'admin',
      summary: 'Archive an event type, or remove it from the catalog; its history stays.',
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ params, query, principal, ifMatch }) {
        const name = params.name;
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
    route(eventTypeOperations.generateExample, {
      // Not for portal tokens: customers have no use for it.
      access: 'reader',
      summary: 'Generate an example event from a Draft 7 schema.',
      texts: ['schema'],
      usesWorkers: true,
      async handler({ body, bodyText, ...request }) {
        const wanted = { variant: body.variant ?? null, where: 'body' } as const;
        return {
          status: 200,
          body: await exampleOf(rawMember(bodyText(), 'schema') ?? 'null', wanted, request),
        };
      },
    }),
    route(eventTypeOperations.checkSchema, {
      access: 'admin',
      summary: 'Check a Draft 7 schema, and a payload against it. Nothing is stored.',
      description:
        'Checks the schema as storing it does, and the payload as a receiver would. Sending never checks.',
      texts: ['schema', 'payload'],
      usesWorkers: true,
      async handler({ bodyText, ...request }) {
        const text = bodyText();
        const texts = {
          schema: rawMember(text, 'schema') ?? 'null',
          payload: rawMember(text, 'payload') ?? null,
        };
        return { status: 200, body: await workers.run('checkSchema', texts, taskOptions(request)) };
      },
    }),
  ];
}

/** Which example of a schema, and where the request asks for it. */
interface WantedExample {
  /** Null: the default example. */
  readonly variant: number | null;
  readonly where: 'body' | 'query';
}

/** An event type with its version's tag, which `If-Match` accepts. */
function respondWith<const S extends number>(status: S, record: ShownEventType) {
  return { status, body: presentEventType(record), tag: tagOf(record) };
}
