import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../src-renderer/admin/features/preview/matrix/matrix-lines';
import { matrixGroups } from '../../../../src-renderer/admin/features/preview/matrix/matrix-rows';
import { setOf, typesOf } from './preview-fixtures';

const many = Object.fromEntries(
  Array.from({ length: 6000 }, (_, at) => [`group${at % 40}.type${at}`, at % 3 === 0 ? ['beta'] : []]),
);
const groups = matrixGroups(typesOf(many), [setOf('A'), setOf('B', 'beta')], {
  all: true,
  search: '',
  keep: [],
});

describe('the lines of the visibility matrix', () => {
  it('the matrix has a line for each group and each event type below its group', () => {
    const lines = linesOf(groups);
    expect(lines).toHaveLength(6040);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(6040);
    let group: string | null = null;
    for (const line of lines) {
      if (line.kind === 'group') group = line.group.name;
      else expect(line.key.startsWith(`${group}.`)).toBe(true);
    }
  });
});
