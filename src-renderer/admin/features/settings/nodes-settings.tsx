import { ALL_SLOTS, NODE_STATES, type NodeOut, type NodeState } from '../../../../src-server/contract/node';
import { classNames } from '../../../ui/class-names';
import layout from '../../../ui/layout.module.css';
import { type StatusLook, StatusMark } from '../../../ui/status-mark';
import { Unread } from '../../../ui/unread';
import { useNodes } from '../../data/use-nodes';
import { useService } from '../../data/use-service';
import settings from '../../parts/settings.module.css';
import { beatWords, nodesSentence, remarksOn, STATE_WORDS } from './node-words';
import styles from './nodes-settings.module.css';
import { SettingItem } from './setting-item';

const number = new Intl.NumberFormat('en');
const LOOKS: Readonly<Record<NodeState, StatusLook>> = {
  alive: { tone: 'delivered', glyph: 'M4 8.5 7 11.5 12.5 5' },
  silent: { tone: 'waiting', glyph: 'M8 4v4.5M8 11.4v.1' },
  leaving: { tone: 'inFlight', glyph: 'M4.5 8h6.5M8.5 5.2 11.3 8l-2.8 2.8' },
  dead: { tone: 'failed', glyph: 'M5 5l6 6M11 5l-6 6' },
};

/** The servers that share the database of this instance, and what each of them does. */
export function NodesSettings() {
  const nodes = useNodes();
  const service = useService();
  return (
    <section className={settings.section} aria-labelledby="nodes-settings">
      <header>
        <h2 id="nodes-settings">Nodes</h2>
        <p className={layout.lead}>
          The servers that share the database of this instance. Each endpoint belongs to one of {ALL_SLOTS}{' '}
          slots, and each slot to one node, which sends to its endpoints. Every node accepts messages.
        </p>
      </header>
      <Unread
        what="the nodes"
        title={
          nodes.data
            ? 'The service is not responding. This is its last report'
            : 'The nodes could not be loaded'
        }
        rows={2}
        query={nodes}
      />
      {nodes.data && (
        <SettingItem id="nodes">
          {/* Heard when a node comes, goes or changes its state, not at each beat. */}
          <p className={settings.name} role="status">
            {nodesSentence(nodes.data)}
          </p>
          <NodeTable nodes={nodes.data} />
          <Remarks nodes={nodes.data} />
        </SettingItem>
      )}
      {nodes.data?.length === 1 && service.data && <HowToAdd database={service.data.database} />}
    </section>
  );
}

function NodeTable({ nodes }: { readonly nodes: readonly NodeOut[] }) {
  return (
    <table className={`${layout.wide} ${layout.numbers} ${styles.table}`} aria-labelledby="nodes-settings">
      <thead>
        <tr>
          <th scope="col">URL</th>
          <th scope="col">State</th>
          <th scope="col">Slots</th>
          <th scope="col">Last heartbeat</th>
          <th scope="col" className={styles.right}>
            Sends
          </th>
          <th scope="col">Version</th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <Row key={node.id} node={node} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ node }: { readonly node: NodeOut }) {
  const { address, state, slots, beatAgeMs, sendsPerSecond, version, self } = node;
  return (
    <tr data-state={state}>
      <th scope="row" className={styles.address}>
        <code>{address}</code>
        {self && <span className={layout.metaWrapping}>serves this page</span>}
      </th>
      <td className={styles.state}>
        <StatusMark look={LOOKS[state]}>{STATE_WORDS[state].word}</StatusMark>
      </td>
      <td>
        <span className={layout.line2}>
          <span className={styles.bar} aria-hidden>
            <span style={{ width: `${(100 * slots) / ALL_SLOTS}%` }} />
          </span>
          <span className={styles.count}>
            {slots}
            <Label>slots</Label>
          </span>
        </span>
      </td>
      <td>
        <Label>beat</Label> {beatWords(beatAgeMs)}
      </td>
      <td className={styles.right}>{number.format(sendsPerSecond)}/s</td>
      <td>
        <Label>version</Label> {version}
      </td>
    </tr>
  );
}

/** What the head of the column says, where the window is too narrow for it. */
function Label({ children }: { readonly children: string }) {
  return (
    <span className={`${layout.hidden} ${styles.label}`} aria-hidden>
      {' '}
      {children}
    </span>
  );
}

function Remarks({ nodes }: { readonly nodes: readonly NodeOut[] }) {
  const states = NODE_STATES.filter(
    (state) => STATE_WORDS[state].means && nodes.some((node) => node.state === state),
  );
  const remarks = remarksOn(nodes);
  if (states.length + remarks.length === 0) return null;
  return (
    <ul className={classNames(layout.metaWrapping, styles.remarks)}>
      {states.map((state) => (
        <li key={state}>
          <strong>{STATE_WORDS[state].word}:</strong> {STATE_WORDS[state].means}
        </li>
      ))}
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

function HowToAdd({ database }: { readonly database: 'SQLite' | 'PostgreSQL' }) {
  return (
    <p className={layout.metaWrapping}>
      {database === 'SQLite'
        ? 'This server keeps its data in a file; several nodes need PostgreSQL.'
        : 'This is the only node of its database. Another one that is started with the same database and secrets joins it.'}{' '}
      <a href="/docs/several-nodes" target="_blank" rel="noopener noreferrer">
        How several nodes work
      </a>
    </p>
  );
}
