import type { PublicEventType } from '../../contract/public-catalog';
import { currentSchema } from '../checks/current-schema';
import type { ExampleCache } from '../examples/example-cache';

/** What is needed of an event type to decide whether to publish it. */
interface PublishableEventType {
  readonly name: string;
  readonly description: string;
  readonly archived: boolean;
  readonly deprecated: boolean;
  /** RFC 3339. Null: it is not, or nobody noted it. */
  readonly deprecatedAt: string | null;
  readonly sunsetAt: string | null;
  readonly replacedBy: string | null;
  readonly groupName: string | null;
  /** Null or empty: everyone sees it. */
  readonly featureFlags: readonly string[] | null;
  /** JSON text of the schemas by version. */
  readonly schemas: string | null;
  /** RFC 3339. */
  readonly updatedAt: string;
}

/** On a page made in one go, an example of each would mean a long wait. */
const MAX_VARIANTS = 6;

/**
 * What the public may see: nothing archived, nothing with a feature flag, and no such replacement.
 * @param isPublic whether it may see this name
 */
export function publicEventTypes(
  all: readonly PublishableEventType[],
  examples: ExampleCache,
  isPublic: (name: string) => boolean,
): PublicEventType[] {
  return all.filter(isPublishable).map(({ schemas, archived: _archived, featureFlags: _flags, ...shown }) => {
    const schema = currentSchema(schemas);
    const { name, description, deprecated, deprecatedAt, sunsetAt, groupName, updatedAt } = shown;
    return {
      ...{ name, description, deprecated, deprecatedAt, sunsetAt, groupName, updatedAt },
      replacedBy: shown.replacedBy !== null && isPublic(shown.replacedBy) ? shown.replacedBy : null,
      schema,
      // Made when a page shows it: for some hundred large schemas, it takes longer than a reader waits for the first
      // page.
      get example() {
        return schema === null ? null : (examples.readableFor(schema)?.example ?? null);
      },
      get variants() {
        if (schema === null) return [];
        const names = examples.exampleFor(schema).variants.slice(0, MAX_VARIANTS);
        return names.map((name, index) => ({
          name,
          get example() {
            return examples.readableFor(schema, index)?.example ?? null;
          },
        }));
      },
      get hasOwnExample() {
        return schema !== null && examples.readableFor(schema)?.source === 'author';
      },
    };
  });
}

/** Whether everybody may see it. */
export function isPublishable({
  archived,
  featureFlags,
}: Pick<PublishableEventType, 'archived' | 'featureFlags'>): boolean {
  return !archived && (featureFlags === null || featureFlags.length === 0);
}
