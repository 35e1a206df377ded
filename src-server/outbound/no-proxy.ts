import { BlockList, isIP } from 'node:net';

/** True for a host that is reached without the proxy. @param host name or address, without brackets */
export type GoesDirect = (host: string) => boolean;

const NAME = /^\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * Reads what the proxy is not used for: addresses, networks (CIDR), names with everything below them, and `*`.
 * @throws RangeError with the entry that is none of these
 */
export function readNoProxy(entries: readonly string[]): GoesDirect {
  const networks = new BlockList();
  const names: string[] = [];
  let everything = false;
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    if (entry === '*') everything = true;
    else if (family !== 0) addNetwork(networks, { entry, address, family, prefix });
    else if (NAME.test(plain(entry))) names.push(plain(entry).replace(/^\./, ''));
    else throw new RangeError(entry);
  }
  return (host) => {
    const family = isIP(host);
    if (everything) return true;
    if (family !== 0) return networks.check(host, family === 4 ? 'ipv4' : 'ipv6');
    const name = plain(host);
    return names.some((own) => name === own || name.endsWith(`.${own}`));
  };
}

function addNetwork(
  networks: BlockList,
  given: {
    readonly entry: string;
    readonly address: string;
    readonly family: number;
    readonly prefix?: string | undefined;
  },
): void {
  const bits = given.family === 4 ? 32 : 128;
  const prefix = given.prefix ?? String(bits);
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) throw new RangeError(given.entry);
  networks.addSubnet(given.address, Number(prefix), given.family === 4 ? 'ipv4' : 'ipv6');
}

const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');
