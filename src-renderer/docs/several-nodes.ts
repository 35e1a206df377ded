interface GuideSection {
  /** Its anchor on the page. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** The guide for whoever runs several nodes, section by section. */
export const SEVERAL_NODES: readonly GuideSection[] = [
  {
    id: 'when',
    title: 'When to move, and when not',
    text: `
One server with its data in a file is the simplest way to run Posthorn, and sends thousands of messages a second. Move to several nodes when

- the service must go on by itself after the failure of a machine,
- one machine no longer accepts or sends enough, or
- you already run PostgreSQL with a standby and backups, and want all data there.

Do not move to send faster to one endpoint: each endpoint has one node that sends to it, and its rate limit is the same with any number of nodes. And a PostgreSQL without a standby is as much a single machine as the file was.
`,
  },
  {
    id: 'how',
    title: 'How to move',
    text: `
1. Prepare PostgreSQL 15 or newer, with \`synchronous_commit\` on. It needs a synchronous standby if the loss of its machine must lose nothing (see below).
2. Stop the server. Copy the database; the files \`admin-token\` and \`secret-key\` of the data folder are not in it.
3. Give every node the same database and the same three secrets, and each its own address and data folder. The secrets come from the environment, never from flags.

\`\`\`
posthorn move --from /var/lib/posthorn --to postgres://posthorn@db.internal/posthorn

export POSTHORN_DATABASE=postgres://posthorn@db.internal/posthorn
export POSTHORN_ADMIN_TOKEN=...     # the content of the file admin-token
export POSTHORN_SECRET_KEY=...      # the content of the file secret-key
export POSTHORN_CLUSTER_SECRET=...  # new: openssl rand -hex 32
posthorn serve --host 0.0.0.0 --advertise http://10.0.0.1:8071
\`\`\`

- \`--advertise\` is where the other nodes reach this one. It should not be reachable from outside, and a proxy must not pass on \`/internal/\`.
- \`--lease\` is how long a node may be silent before the others send for it: 6 seconds by default, and the same on all nodes. A shorter lease takes over sooner, and takes a short pause of PostgreSQL for a failure.
- \`resources/packaging/compose.yaml\` in the source has two nodes, PostgreSQL and a proxy, with their health checks.
- Settings, Nodes shows all of them, and \`GET /api/v1/nodes\` says the same to programs.

\`posthorn move\` goes in the other direction as well, back to one server with a file.
`,
  },
  {
    id: 'promises',
    title: 'What is promised',
    text: `
- **Accepted is on disk**: a 202 means that PostgreSQL has committed the message. The death of any node loses none.
- **A limit is a limit**: it holds over all nodes together, also while endpoints go from one node to another, for as long as PostgreSQL loses no commit and the clocks of two machines run at nearly the same speed. The times of two machines are never compared, so it does not matter whether their clocks agree.
- **In their order**: each endpoint has one sender at a time, so its queue stays one queue.
- **Repeats are few**: when a node dies, at most what it had sent and not yet recorded is sent once more, with the same id. That is little more than what was in flight. A node that is cut from PostgreSQL stops to send when it could record nothing for a second, so then it is what it sent in that second.
- **A changed setting** acts on all nodes within a second.
`,
  },
  {
    id: 'limits',
    title: 'What is not promised',
    text: `
- A process that is frozen at the very moment between its last check and the first byte may send that one request late, when it wakes up.
- A pause of a virtual machine that also stops the clocks of the guest cannot be noticed by it. It may send beside its successor until its next beat is answered.
- A failover to an **asynchronous** standby loses what it had not received yet, and with it messages that were accepted. Use a synchronous one.
- After a failover of PostgreSQL, every node is silent for one lease, because the new server may have forgotten who sends to what.
- A list may show what was just accepted on another node a moment late. What one node has answered is never taken back.
`,
  },
  {
    id: 'failures',
    title: 'What happens when',
    text: `
- **A node dies**: the others send for it again within 10 seconds. They accept all the time.
- **A node is stopped** (SIGTERM): its health is 503 at once, requests in flight end and are recorded, and the others send for it within 2 seconds. Nothing is sent twice.
- **A node hangs or is cut from PostgreSQL**: it is silent before its lease has run out, and the others send for it afterwards. It joins again by itself.
- **PostgreSQL is away**: accepting is tried for 5 seconds and then answered with 503 and \`Retry-After\`. Sending stops within the lease, and finished attempts wait to be recorded. When it is back, everything goes on by itself.
- **Two nodes have different secrets**: the second one refuses to start, and says which differs.
`,
  },
  {
    id: 'postgresql',
    title: 'PostgreSQL: standby, pooler, backups',
    text: `
- Leave \`synchronous_commit\` on, and name the standby in \`synchronous_standby_names\`.
- A pooler in transaction mode, such as PgBouncer, works: nothing depends on a session.
- Back up there: \`pg_dump\` of the running database is complete, and a base backup with its write-ahead log reaches any moment. Stop all nodes before you restore. Keep the secrets apart; they are not in the database.
- A restored copy is a second installation that sends everything which waited in it. Start only one of the two.
`,
  },
  {
    id: 'proxy',
    title: 'The proxy in front',
    text: `
Any node answers any request of the API, and nothing has to stay at one node to send messages, list them or follow them.

A few things that only a person needs for a moment are in the memory of one node: the preview of edits that are not saved, and an import or a sync from its plan until it is confirmed. So let a **browser stay at one node**, by a cookie or by its address, for the pages and the portal. If that node goes away, the page makes its preview again.

- Ask \`GET /api/v1/health\` once a second. It is 200 while the node and its database answer, else 503, and it is 503 as soon as the node is being stopped.
- Do not buffer answers: the live view is a stream.
- Answer 404 to \`/internal/\`.
`,
  },
  {
    id: 'upgrade',
    title: 'Upgrades',
    text: `
Upgrade one node at a time: stop it, start the new version, wait until Settings, Nodes shows it alive, and go on with the next. The first new node brings the tables up to date while the others still run; it adds and removes nothing that those need. A node that is more than one version behind the newest refuses to start, and so does a new one that finds such a node running.
`,
  },
  {
    id: 'watching',
    title: 'Watching it',
    text: `
\`/metrics\` speaks of the node that answers. Let Prometheus read each node by its own address, not through the proxy, and add them up.

\`\`\`
sum(rate(posthorn_attempts_total[1m]))        # requests a second, of all nodes
sum(posthorn_deliveries_waiting)              # what waits, each delivery at its sender
sum(posthorn_node_slots) < 256                # for a minute: nobody sends to some endpoints
min(posthorn_node_trusted) == 0               # a node whose beat is too old to send
max(posthorn_node_beat_age_seconds) > 3       # a node that hardly reaches PostgreSQL
sum(increase(posthorn_node_takeovers_total[1h]))
\`\`\`

The self-check of Settings, Diagnostics is that of the node that answers, and measures how long PostgreSQL takes to commit from there.
`,
  },
];
