import { invalidField, notFound } from '../../base/errors';
import type { ApplicationPatch } from '../../contract/application';
import { isValidName } from '../../contract/names';
import { applicationOperations } from '../../contract/operations/applications';
import type {
  ApplicationContent,
  ApplicationRecord,
  ApplicationStore,
} from '../../storage/application-store';
import { conflictIfTaken } from '../conflict-if-taken';
import {
  applicationContent,
  type CreateApplicationParts,
  createApplication,
  createOrGet,
} from '../create-application';
import { checkTag, contentTag, type IfMatch } from '../if-match';
import { rateLimitOf, readMetadata, readUid } from '../inputs/spellings';
import { presentApplication } from '../presenters/presenters';
import { shownTo } from '../presenters/shown-to';
import { RECEIVER_PREFIX } from '../receiver';
import { type Route, route } from '../route';

interface ApplicationRouteParts extends Omit<CreateApplicationParts, 'applications'> {
  readonly applications: ApplicationStore;
  readonly onApplicationDeleted: (applicationId: string) => void;
}

/** The applications of the sender's customers. */
export function applicationRoutes(
  parts: ApplicationRouteParts & {
    /** Where the built-in receiver is reached, without a trailing slash. */
    readonly localBaseUrl: () => string;
  },
): readonly Route[] {
  const { applications, clock } = parts;
  const trialPrefixes = (origin: string) => [
    'https://play.svix.com/',
    ...[origin, parts.localBaseUrl()].map((base) => `${base}${RECEIVER_PREFIX}/`),
  ];

  async function change(
    id: string,
    ifMatch: IfMatch | null,
    next: (current: ApplicationRecord) => ApplicationContent,
  ) {
    const record = await conflictIfTaken(() =>
      applications.update(id, clock.now(), (current) => {
        checkTag(ifMatch, tagOf(current));
        return next(current);
      }),
    );
    if (!record) throw notFound('Application');
    parts.onApplicationChanged(record);
    return respondWith(200, record);
  }

  return [
    route(applicationOperations.create, {
      access: 'admin',
      summary: 'Create an application.',
      errors: ['conflict'],
      async handler({ body: wanted, query }) {
        if (!query.get_if_exists) {
          return respondWith(201, await createApplication(parts, wanted));
        }
        const { record, isNew } = await createOrGet(parts, wanted);
        return isNew ? respondWith(201, record) : respondWith(200, record);
      },
    }),
    route(applicationOperations.list, {
      access: 'reader',
      summary: 'List the applications, oldest first.',
      async handler({ query, origin }) {
        const page = await applications.list({
          ...query,
          withEndpointsOnly: query.exclude_apps_with_no_endpoints,
          allEnabledOnly: query.exclude_apps_with_disabled_endpoints,
          withoutUrlPrefixes: query.exclude_apps_with_svix_play_endpoints ? trialPrefixes(origin) : undefined,
        });
        return { status: 200, body: { ...page, data: page.data.map(presentApplication) } };
      },
    }),
    route(applicationOperations.read, {
      access: 'any',
      capability: 'ViewBase',
      shared: 'catalog',
      summary: 'Read one application by id or uid.',
      handler: ({ application, principal }) => respondWith(200, shownTo(principal, application)),
    }),
    route(applicationOperations.replace, {
      access: 'admin',
      applicationOptional: true,
      summary: 'Replace an application, or create it.',
      errors: ['conflict', 'precondition_failed'],
      conditional: true,
      async handler({ params, application, body, ifMatch }) {
        if (application) {
          // Addressed by its uid, it keeps that uid, so that the same PUT finds it again.
          const isNamedByUid = params.app === application.uid;
          const kept = isNamedByUid && body.uid === undefined ? { uid: application.uid } : {};
          return change(application.id, ifMatch, () => applicationContent({ ...body, ...kept }));
        }
        checkTag(ifMatch, null);
        const record = await createApplication(parts, { ...body, uid: uidFor(params.app, body.uid) });
        return respondWith(201, record);
      },
    }),
    route(applicationOperations.change, {
      access: 'admin',
      summary: 'Change the given fields; null clears a field.',
      errors: ['conflict', 'precondition_failed'],
      conditional: true,
      handler: ({ application, body, ifMatch }) =>
        change(application.id, ifMatch, (current) => changed(current, body)),
    }),
    route(applicationOperations.delete, {
      access: 'admin',
      summary: 'Delete an application with its endpoints and portal tokens; waiting deliveries are canceled.',
      errors: ['precondition_failed'],
      conditional: true,
      async handler({ application, ifMatch }) {
        const check = (current: ApplicationRecord) => checkTag(ifMatch, tagOf(current));
        if (!(await applications.delete(application.id, clock.now(), check))) throw notFound('Application');
        parts.onApplicationDeleted(application.id);
        return { status: 204 };
      },
    }),
  ];
}

const tagOf = (record: ApplicationRecord) => contentTag(presentApplication(record));

/** An application with the tag of its content, which `If-Match` accepts. */
function respondWith<const S extends number>(status: S, record: ApplicationRecord) {
  return { status, body: presentApplication(record), tag: tagOf(record) };
}

/**
 * The uid of something that PUT creates: the one in the body, otherwise the one in the path, so that the same PUT finds
 * it again.
 * @throws ApiError not_found when the path holds an id of ours, which nobody can choose; 422 when it is no uid
 */
export function uidFor(pathName: string, uid: string | null | undefined): string {
  if (/^(app|ep)_/.test(pathName)) throw notFound();
  if (!isValidName(pathName)) throw invalidField('uid', 'The name in the path is not a valid uid.');
  return uid ?? pathName;
}

function changed(current: ApplicationContent, body: ApplicationPatch): ApplicationContent {
  const rateLimit = rateLimitOf(body);
  return {
    name: body.name ?? current.name,
    uid: body.uid === undefined ? current.uid : readUid(body.uid),
    rateLimit: rateLimit === undefined ? current.rateLimit : rateLimit,
    metadata: body.metadata === undefined ? current.metadata : readMetadata(body.metadata),
  };
}
