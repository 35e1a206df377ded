import type { SchemaRow } from '../../../src-server/json-schema/schema-tree';

/** Whether a keyword is an extension of some vendor: `x-go-name`, `x-enum-varnames`. It means nothing to a receiver. */
export function isVendorKey(keyword: string): boolean {
  return /^x-/i.test(keyword);
}

/** How many of them a row and those below it have. */
export function countVendorKeys({ otherKeywords, children }: SchemaRow): number {
  const own = otherKeywords.filter(({ keyword }) => isVendorKey(keyword)).length;
  return children.reduce((sum, child) => sum + countVendorKeys(child), own);
}
