import { describe, expect, it } from 'vitest';
import { kindRefusal, LIMITED_KINDS, mayEveryKind } from '../../src-server/contract/token-kinds';
import { type SourceFile, sourceFiles, target, withoutComments } from './source-files';

/** A function, class or constant at the top of a file. */
interface Declaration {
  readonly path: string;
  readonly name: string;
  /** What it would do with the API and some kind of token may not. */
  readonly calls: readonly string[];
  /** The operations that it disables a control for, or leaves something out; with the field where only some are closed. */
  readonly guards: readonly string[];
  /** The names that it uses. */
  readonly words: ReadonlySet<string>;
}

const OPERATION = '(?:GET|POST|PUT|PATCH|DELETE) /[^\'"`\\s]*';
/** `needs="..."` of a control, `may('...')`, `when('...')`: see `src-renderer/ui/needs/needs.ts`. They may choose among some. */
const GUARD = new RegExp(
  `\\b(?:needs(?:=|:)|may\\(|use(?:When)?May\\(\\)\\(|when\\(|useRefusal\\(|useNeeds<\\w+>\\(|lazily\\('\\w+',)(?:(?:[\\s{}(?:=!\\w.&|]|'\\w+')*['"\`]${OPERATION}[^'"\`\\n]*['"\`])+`,
  'g',
);
const NEED = new RegExp(`${OPERATION}(?: \\w+)?`, 'g');
/** What it lists are the screens: a way that gets there has passed nothing that asks. */
const ROOTS = ['src-renderer/admin/app/screens.ts', 'src-renderer/admin/app/contributions.ts'];
/** What ends, as the page is left, what was begun there before. */
const AT_LEAVE = new RegExp(`callAtLeave\\(\\s*'${OPERATION}'`, 'g');
/** Whoever may not read the connections is shown none, and with it no working copy of one. */
const OF_A_CONNECTION = / \/(connections\/\{id\}|sync-receipts)/;
/** What an act calls besides what its control asks about: whoever may do the one may do the other, as a test says. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'POST /app/{app}/msg': ['POST /app/{app}/endpoint/{endpoint}/send-example', 'POST /sample'],
  'POST /app/{app}/msg/{message}/endpoint/{endpoint}/resend': ['POST /app/{app}/msg/{message}/retry-now'],
  'POST /auth/app-portal-access/{app}': ['DELETE /auth/app/{app}/session/{session}'],
  'POST /data/backup': ['GET /background-task/{task}', 'POST /background-task/{task}/stop'],
  'POST /diagnostics/crash-test': ['GET /background-task/{task}', 'POST /background-task/{task}/stop'],
  'POST /diagnostics/pacing-test': ['GET /background-task/{task}', 'POST /background-task/{task}/stop'],
  // To undo it.
  'DELETE /event-type/{name}': ['POST /event-type', 'POST /event-type/{name}/history/{version}/restore'],
  'POST /event-type/import/plan': ['POST /event-type/import/apply'],
  'PATCH /flag-releases/{release}': [
    'DELETE /flag-releases/{release}',
    'POST /flag-releases/{release}/run',
    'POST /flag-releases/{release}/undo',
  ],
  'POST /portal-preview-drafts': ['PUT /portal-preview-drafts/{draft}'],
  'POST /sample': ['POST /app/{app}/msg'],
  'POST /sample/catalog': ['POST /event-type-bulk'],
};
/** Tables of operations, which call none of them. */
const TABLES = [
  'src-renderer/admin/platform/destructive-call.ts',
  'src-renderer/admin/platform/working-copy/working-copy-api.ts',
];

/** What stands in a file, from the top of one declaration to the next. Types do nothing. */
function declarationsOf({ path, text }: SourceFile): Declaration[] {
  const parts = withoutComments(text).split(
    /^(?=(?:export )?(?:async )?(?:function|const|class|interface|type|let|declare) )/m,
  );
  return parts.flatMap((part) => {
    const name = /^(?:export )?(?:async )?(?:function\*?|const|class|let) (\w+)/.exec(part)?.[1];
    if (name === undefined) return [];
    const guards = (part.match(GUARD) ?? []).flatMap((guard) => guard.match(NEED) ?? []);
    return [{ path, name, calls: callsOf(part), guards, words: new Set(part.match(/\w+/g)) }];
  });
}

/** Whether every kind of token that may do the one may also do the other. */
const covers = (guard: string, operation: string): boolean =>
  LIMITED_KINDS.every((kind) => kindRefusal(kind, guard) !== null || kindRefusal(kind, operation) === null);

/** Whether a guard asks about an operation, or about the act that it is a part of. */
function standsFor(guard: string, operation: string): boolean {
  const act = guard.split(' ').slice(0, 2).join(' ');
  return act === operation || PARTS[act]?.includes(operation) === true;
}

const operationsIn = (text: string): string[] => text.match(new RegExp(OPERATION, 'g')) ?? [];

/** What is only read needs no guard: it is not sent, and the reason is shown in its place. */
function callsOf(part: string): string[] {
  const isQuery = /\bqueryFn\b/.test(part) && !/\bmutationFn\b/.test(part);
  return operationsIn(part.replaceAll(GUARD, '').replaceAll(AT_LEAVE, ''))
    .filter((operation) => !isQuery && !OF_A_CONNECTION.test(operation) && !mayEveryKind(operation))
    .filter((operation) => !operation.startsWith('GET ') || /\bmutationFn\b/.test(part));
}

/** The file and the name of what a file imports, by the name that it has there. */
function importedBy(file: SourceFile): Map<string, string> {
  const code = withoutComments(file.text);
  const statements = [
    ...code.matchAll(/import (?:type )?\{([^}]*)\} from '([^']+)'/g),
    ...code.matchAll(/(\{[^{}]*\}) = await import\(\s*'([^']+)'/g),
    ...[...code.matchAll(/import\(\s*'([^']+)'\s*\)\s*\.then\(\s*\(\{([^}]*)\}/g)].map(
      ([all, from, names]) => [all, names, from] as const,
    ),
  ];
  return new Map(
    statements.flatMap(([, names = '', from = '']) =>
      [...names.matchAll(/(?:type )?(\w+)(?: as (\w+))?/g)].map(
        ([, name = '', alias = name]) => [alias, `${target(file, from)} ${name}`] as const,
      ),
    ),
  );
}

/** What a screen needs as a whole, by the name of its component: `lazily('sendScreen', 'POST /app/{app}/msg')`. */
function screenNeeds(files: readonly SourceFile[]): Map<string, readonly string[]> {
  const all = files.map(({ text }) => text).join('\n');
  return new Map(
    [...all.matchAll(/lazily\('(\w+)', '([^']+)'\)/g)].map(([, screen = '', need = '']) => [
      screen.charAt(0).toUpperCase() + screen.slice(1),
      [need],
    ]),
  );
}

/** Every way from a call to where the pages begin on which nothing asks whether the token may make it. */
function unguarded(files: readonly SourceFile[]): string[] {
  const declarations = files.flatMap(declarationsOf);
  const keyOf = ({ path, name }: Pick<Declaration, 'path' | 'name'>) =>
    `${path.replace(/\.tsx?$/, '')} ${name}`;
  const users = new Map<string, Declaration[]>();
  const imports = new Map(files.map((file) => [file.path, importedBy(file)]));
  for (const user of declarations) {
    const names = new Map(imports.get(user.path));
    for (const other of declarations)
      if (other.path === user.path && other !== user) names.set(other.name, keyOf(other));
    for (const word of user.words) {
      const used = names.get(word);
      if (used !== undefined) users.set(used, [...(users.get(used) ?? []), user]);
    }
  }
  const faults = new Set<string>();
  const screens = screenNeeds(files);
  const follow = (at: Declaration, operation: string, way: readonly Declaration[]) => {
    if (
      at.guards.some((guard) => standsFor(guard, operation)) ||
      screens.get(at.name)?.some((guard) => covers(guard, operation)) ||
      way.includes(at)
    )
      return;
    const above = users.get(keyOf(at)) ?? [];
    const begun = [...way, at];
    if (above.length === 0 || ROOTS.includes(at.path))
      faults.add(`${operation}: ${begun.map(({ name }) => name).join(' < ')}`);
    else for (const next of above) follow(next, operation, begun);
  };
  for (const declaration of declarations)
    for (const operation of TABLES.includes(declaration.path) ? [] : declaration.calls)
      follow(declaration, operation, []);
  return [...faults].sort();
}

describe('what some kind of token may not do', () => {
  it('is disabled or left out on every way from the admin pages to its call', () => {
    const files = sourceFiles('src-renderer/admin', 'src-renderer/shared', 'src-renderer/ui').filter(
      ({ path }) => path !== 'src-renderer/admin/main.tsx',
    );
    expect(unguarded(files)).toEqual([]);
  });

  it('is one question for an act of several calls only if whoever may begin it may make them all', () => {
    const unsound = Object.entries(PARTS).flatMap(([act, parts]) =>
      parts.filter((part) => !covers(act, part)).map((part) => `${act}: ${part}`),
    );
    expect(unsound).toEqual([]);
  });

  it('is found if nothing on the way to its call asks for the kind of the token', () => {
    const call = "export const useBurn = () => useMutation({ mutationFn: () => api.call('POST /erasure') });";
    const page = (attributes: string) =>
      `import { useBurn } from './use-burn';\nexport function Page() {\n  const burn = useBurn();\n  return <Button ${attributes} onPress={burn} />;\n}\n`;
    const filesWith = (attributes: string): SourceFile[] => [
      { path: 'admin/use-burn.ts', text: call },
      { path: 'admin/page.tsx', text: page(attributes) },
    ];
    expect(unguarded(filesWith(''))).toEqual(['POST /erasure: useBurn < Page']);
    expect(unguarded(filesWith('needs="POST /erasure"'))).toEqual([]);
    expect(unguarded(filesWith('needs="POST /app"'))).toEqual(['POST /erasure: useBurn < Page']);
  });
});
