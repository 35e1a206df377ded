import type { Transaction } from './transaction';

/**
 * Lets nobody else hold it before this write has ended. For a state of several rows, of which there may be none: to hold
 * the rows alone would not do.
 */
export async function holdInstallation(tx: Transaction): Promise<void> {
  if (tx.dialect.held !== '') await tx.get(`SELECT id FROM installation ${tx.dialect.held}`);
}
