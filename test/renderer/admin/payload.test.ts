import { describe, expect, it } from 'vitest';
import { faultOfPayload, messageBody } from '../../../src-renderer/admin/features/send/payload';

describe('the payload of a test message', () => {
  it('a payload must be a JSON object', () => {
    expect(faultOfPayload('{"a":1}')).toBeNull();
    expect(faultOfPayload('[1]')).toMatch(/object/);
    expect(faultOfPayload('null')).toMatch(/object/);
    expect(faultOfPayload('{"a":')).not.toBeNull();
    expect(faultOfPayload('')).not.toBeNull();
    expect(faultOfPayload('{"a":\u00A01}')).toBe(
      'Invalid JSON at line 1, column 6: invisible character, no-break space (U+00A0).',
    );
  });

  it('a payload is sent exactly as entered, digit for digit', () => {
    const body = messageBody('a.b', '{ "n": 1.0, "big": 12345678901234567890 }');
    expect(body).toBe('{"eventType":"a.b","payload":{ "n": 1.0, "big": 12345678901234567890 }}');
    expect(JSON.parse(body)).toHaveProperty('payload.n', 1);
  });

  it('the name of an event type cannot break out of the message body', () => {
    expect(JSON.parse(messageBody('a","payload":{},"x":"', '{"a":1}'))).toEqual({
      eventType: 'a","payload":{},"x":"',
      payload: { a: 1 },
    });
  });
});
