import type { ReactNode } from 'react';
import { networkSentence } from '../../../../src-server/contract/network-sentence';
import type { ServiceOut } from '../../../../src-server/contract/service';
import { CopyButton } from '../../../ui/copy-button';
import layout from '../../../ui/layout.module.css';
import { Time } from '../../../ui/time';
import { Unread } from '../../../ui/unread';
import { useHealth } from '../../data/use-health';
import { useService } from '../../data/use-service';
import settings from '../../parts/settings.module.css';
import { formatDuration } from '../../parts/traffic/format-amount';
import { formatSize } from './format-size';
import { SettingItem } from './setting-item';
import styles from './settings-pages.module.css';
import { StartSettings } from './start-settings';

const EVERY_MS = 2000;
const number = new Intl.NumberFormat('en');

/** What the current server is, what it is doing, and what it was started with. */
export function ServiceSettings() {
  const service = useService(EVERY_MS);
  return (
    <section className={settings.section} aria-labelledby="service-settings">
      <header>
        <h2 id="service-settings">Service</h2>
        <p className={layout.lead}>The server of this instance, refreshed every two seconds.</p>
      </header>
      <Unread
        what="the service"
        title={
          service.data
            ? 'The service is not responding. This is its last report'
            : 'The service could not be loaded'
        }
        query={service}
      />
      {service.data && <Facts service={service.data} />}
      {service.data && (
        <SettingItem id="start-settings">
          <StartSettings title="Start settings" />
        </SettingItem>
      )}
    </section>
  );
}

function Facts({ service }: { readonly service: ServiceOut }) {
  const { memory, load } = service;
  const network = useHealth().data?.network;
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['URL', <Address key="address" address={service.address} />],
    ['Version', `Posthorn ${service.version}`],
    [
      'Uptime',
      <span key="runs">
        {formatDuration(service.uptimeSeconds)}, started <Time at={service.startedAt} as="since" />
      </span>,
    ],
    ['Mode', service.hosting === 'desktop' ? 'desktop app' : 'headless'],
    [
      'Runtime',
      `Node ${service.nodeVersion}, ${service.database} ${service.databaseVersion}, ${service.platform}`,
    ],
    [
      'Memory',
      `${formatSize(memory.residentBytes)}, including ${formatSize(memory.heapBytes)} objects and ${formatSize(memory.buffersBytes)} buffers`,
    ],
    ['Accepted', `${number.format(load.acceptedMessages)} messages since startup`],
    [
      'Waiting',
      `${number.format(load.waitingDeliveries)} deliveries, ${number.format(load.inFlight)} in flight`,
    ],
    ['Network', network ? (networkSentence(network, Date.now()) ?? 'online') : 'unknown'],
    ['Endpoints', `${number.format(load.activeEndpoints)} active since startup`],
    ['Disk', `${number.format(load.queuedWrites)} queued writes`],
  ];
  return (
    <SettingItem id="service">
      <dl className={`${layout.ruled} ${layout.numbers}`}>
        {facts.map(([word, value]) => (
          <div key={word} className={`${layout.gridCentered} ${layout.mutedTerms} ${styles.fact}`}>
            <dt>{word}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </SettingItem>
  );
}

function Address({ address }: { readonly address: string }) {
  return (
    <span className={settings.name}>
      <code>{address}</code> <CopyButton text={address} what="address" />
    </span>
  );
}
