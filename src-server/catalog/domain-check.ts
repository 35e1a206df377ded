import { Resolver } from 'node:dns/promises';
import type { DomainCheckOut } from '../contract/public-page';

/** The queries to the name service; tests answer in its place. */
export type NameQuestions = Pick<Resolver, 'resolveCname' | 'resolve4' | 'resolve6'>;

const TIMEOUT_MS = 2000;
/** The name service says that there is no such name, or no such record. */
const NOTHING = ['ENODATA', 'ENOTFOUND'];

/** Queries the name servers of this computer, each at most twice and never longer than some seconds. */
export function systemQuestions(): NameQuestions {
  return new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
}

/**
 * Whether a domain leads to the name of this server. A CNAME record is checked first; if there is none, the addresses
 * of both, because some providers store such a record as addresses.
 */
export async function checkDomain(
  domain: string,
  catalogHost: string | null,
  ask: NameQuestions,
): Promise<DomainCheckOut> {
  const names = (await records(() => ask.resolveCname(domain)))?.map(plain) ?? null;
  if (names === null)
    return unknown(`No name server responded for ${domain}. Check that this computer is online.`);
  const addresses = names.length > 0 ? names : await addressesOf(domain, ask);
  if (addresses === null) return unknown(`No name server responded for ${domain}.`);
  if (addresses.length === 0) {
    const message = `${domain} has no record yet. New records can take several hours to become visible.`;
    return { state: 'missing', found: [], message };
  }
  const led = `${domain} points to ${addresses.join(', ')}`;
  if (catalogHost === null) {
    const message = `${led}. The server cannot check this, because it does not know its own public name (--catalog-host).`;
    return { state: 'unknown', found: addresses, message };
  }
  if (names.includes(plain(catalogHost)))
    return { state: 'points-here', found: addresses, message: `${led}, as required.` };
  const [here, there] = [await addressesOf(catalogHost, ask), await addressesOf(domain, ask)];
  if (here === null || there === null) return unknown(`No name server responded for ${catalogHost}.`);
  if (here.length > 0 && there.some((address) => here.includes(address))) {
    return {
      state: 'points-here',
      found: addresses,
      message: `${led}, like ${catalogHost}, as required.`,
    };
  }
  return { state: 'points-elsewhere', found: addresses, message: `${led}, not to ${catalogHost}.` };
}

function unknown(message: string): DomainCheckOut {
  return { state: 'unknown', found: [], message };
}

/** A name in the form used for comparison: DNS ignores case, and a trailing period means nothing. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

async function addressesOf(name: string, ask: NameQuestions): Promise<string[] | null> {
  const [four, six] = await Promise.all([
    records(() => ask.resolve4(name)),
    records(() => ask.resolve6(name)),
  ]);
  return four === null && six === null ? null : [...(four ?? []), ...(six ?? [])];
}

/** Empty: there is none. Null: unknown. */
async function records(question: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await question();
  } catch (cause) {
    return NOTHING.includes((cause as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
}
