import {
  IMPORT_STATES,
  type ImportPlanOut,
  type ImportRow,
} from '../../../../src-server/contract/import-plan';

/**
 * A plan with the rows first that need a person; within a state, in the order of the document. A row of the plan before
 * keeps its place, whatever its state becomes: a name that is being typed must not jump away.
 * @param before the plan before; null: none
 */
export function orderRows(plan: ImportPlanOut, before: ImportPlanOut | null): ImportPlanOut {
  const places = new Map(before?.rows.map(({ id }, index) => [id, index]));
  const placeOf = ({ id, state }: ImportRow) => places.get(id) ?? places.size + IMPORT_STATES.indexOf(state);
  return { ...plan, rows: [...plan.rows].sort((a, b) => placeOf(a) - placeOf(b)) };
}
