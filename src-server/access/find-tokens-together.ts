import type { TokenRecord, TokenStore } from '../storage/installation/token-store';

/** Tokens as in the store; those that are asked for in one turn of the event loop are one statement. */
export function findTokensTogether(
  tokens: Pick<TokenStore, 'findByHashes' | 'touch'>,
): Pick<TokenStore, 'findByHash' | 'touch'> {
  let wanted: string[] = [];
  let found: Promise<ReadonlyMap<string, TokenRecord>> | null = null;
  const find = () => {
    const hashes = wanted;
    wanted = [];
    found = null;
    return tokens.findByHashes(hashes);
  };
  return {
    touch: tokens.touch,
    async findByHash(hash) {
      wanted.push(hash);
      found ??= Promise.resolve().then(find);
      return (await found).get(hash);
    },
  };
}
