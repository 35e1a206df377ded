import { describe, expect, it } from 'vitest';
import { receiverBin } from '../../../src-renderer/admin/data/use-receiver';

const HOME = 'http://127.0.0.1:8071';

describe('receiverBin', () => {
  it.each([
    ['http://127.0.0.1:8071/receiver/sample', 'sample'],
    ['http://localhost:8071/receiver/sample?status=503', 'sample'],
    ['http://127.0.0.1:9999/receiver/sample', null],
    ['https://customer.example.com/receiver/sample', null],
    ['http://127.0.0.1:8071/receiver/', null],
    ['http://127.0.0.1:8071/other/sample', null],
    ['nonsense', null],
  ])('the sample receiver of the URL %s is %s', (url, bin) => {
    expect(receiverBin(url, HOME)).toBe(bin);
  });
});
