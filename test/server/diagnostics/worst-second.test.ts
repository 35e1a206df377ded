import { describe, expect, it } from 'vitest';
import { inBytes } from '../../../src-server/diagnostics/in-bytes';
import { worstSecond } from '../../../src-server/diagnostics/worst-second';

describe('the worst second', () => {
  it('is the most moments within any second, whether or not it begins at a full one', () => {
    expect(worstSecond([])).toBe(0);
    expect(worstSecond([5])).toBe(1);
    expect(worstSecond([0, 900, 1100, 1200, 1899])).toBe(4);
  });

  it('counts a moment exactly a second later into the next second', () => {
    expect(worstSecond([0, 500, 1000, 1500, 2000])).toBe(2);
    expect(worstSecond([0, 500, 999])).toBe(3);
  });
});

describe('a size in words', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1500, '1.5 kB'],
    [123_456_789, '123 MB'],
    [3_400_000_000, '3.4 GB'],
  ])('%d is %s', (bytes, label) => expect(inBytes(bytes)).toBe(label));
});
