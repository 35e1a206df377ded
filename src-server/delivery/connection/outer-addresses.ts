import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** Addresses of this computer that other computers can know: not those of itself or of a single link. */
export function outerAddresses(): readonly NetworkInterfaceInfo[] {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all.filter(({ internal, address }) => !internal && !/^(?:fe[89ab]|169\.254\.)/i.test(address));
}
