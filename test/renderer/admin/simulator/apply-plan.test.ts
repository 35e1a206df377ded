import { describe, expect, it } from 'vitest';
import { applyPlan } from '../../../../src-renderer/admin/features/simulator/apply-plan';

const acme = { name: 'Acme', rateLimit: 100 };
const endpoint = (id: string, rateLimit: number | null) => ({ id, url: `https://${id}.test/`, rateLimit });
const endpoints = [endpoint('own', 20), ...['a', 'b', 'c'].map((id) => endpoint(id, null))];

describe('the plan of a changed rate limit', () => {
  it('a new limit of an application changes its endpoints without their own limit, and says how many', () => {
    const plan = applyPlan(acme, endpoints, { endpointId: null, limit: 250 });
    expect(plan.inheritance).toBe(
      '3 endpoints use the limit of the application; 1 has its own and will not change.',
    );
    expect(plan.consequence).toBe(
      'The limit of Acme changes from 100/s to 250/s, starting with the next message.',
    );
    expect(plan.rows.map(({ endpointId, before, after }) => [endpointId, before, after])).toEqual([
      ['a', 100, 250],
      ['b', 100, 250],
      ['c', 100, 250],
      ['own', 20, 20],
    ]);
  });

  it('a new limit of one endpoint changes no other endpoint', () => {
    const plan = applyPlan(acme, endpoints, { endpointId: 'b', limit: 50 });
    expect(plan.inheritance).toBe(
      'This endpoint uses the limit of the application now and gets its own. The other 3 will not change.',
    );
    expect(plan.rows[0]).toMatchObject({ endpointId: 'b', before: 100, after: 50 });
    expect(plan.rows.slice(1).every(({ before, after }) => before === after)).toBe(true);
  });

  it('an endpoint without its own limit gets the limit of its application', () => {
    const plan = applyPlan(acme, endpoints, { endpointId: 'own', limit: null });
    expect(plan.consequence).toBe(
      'The limit of this endpoint changes from 20/s to that of Acme, 100/s, starting with the next message.',
    );
    expect(plan.rows[0]).toMatchObject({ endpointId: 'own', before: 20, after: 100 });
  });

  it('an endpoint whose limit stays the same, but no longer follows its application, is a change', () => {
    expect(applyPlan(acme, endpoints, { endpointId: 'a', limit: 100 })).toMatchObject({
      consequence: 'The limit of this endpoint stays 100/s and no longer follows that of Acme.',
      isChange: true,
    });
  });

  it('a limit equal to the current one changes nothing', () => {
    expect(applyPlan(acme, endpoints, { endpointId: null, limit: 100 }).isChange).toBe(false);
    expect(applyPlan(acme, endpoints, { endpointId: 'own', limit: 20 }).isChange).toBe(false);
    expect(applyPlan(acme, [], { endpointId: null, limit: 7 }).inheritance).toContain('no endpoints yet');
  });
});
