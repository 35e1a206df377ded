import { useState } from 'react';

/** The row that Tab reaches, by its name, so that it stays the same while rows come and go. */
export function useActiveName(rows: readonly { readonly name: string }[], chosen: string) {
  const [name, setActive] = useState(chosen);
  const at = rows.findIndex((row) => row.name === name);
  return { active: Math.max(0, at), setActive };
}
