import { messageInSchema } from '../../contract/message';
import { messageBodySchema } from '../../contract/message-body';

const MODULES = import.meta.glob<Readonly<Record<string, unknown>>>('../../contract/*.ts', { eager: true });

/**
 * The names of the contract's schemas in the description, by the schema itself: `endpointOutSchema` is `EndpointOut`.
 * One that is exported twice has its first name.
 */
export function schemaNames(): ReadonlyMap<object, string> {
  const names = new Map<object, string>();
  for (const module of Object.values(MODULES)) {
    for (const [name, value] of Object.entries(module)) {
      if (!name.endsWith('Schema') || typeof value !== 'object' || value === null || names.has(value))
        continue;
      names.set(value, pascalCase(name.slice(0, -'Schema'.length)));
    }
  }
  // What is really accepted: the contract's message, plus the other spellings that official clients send.
  names.delete(messageInSchema);
  return names.set(messageBodySchema, 'MessageIn');
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
