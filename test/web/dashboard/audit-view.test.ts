import { expect, it } from 'vitest';
import { changeText } from '../../../src/web/dashboard/audit-view.ts';

it('names what changed with the value before and after, and leaves out what stayed', () => {
  const detail = {
    from: 'active',
    to: 'past_due',
    plan_from: 'a',
    plan: 'a',
    period_end_from: null,
    period_end: '2030-01-31',
  };
  expect(changeText(detail)).toBe('status active → past_due, period end none → 2030-01-31');
  expect(changeText({ limit_from: 60, limit_to: null })).toBe('limit 60 → none');
});

it('names the values of what is new', () => {
  expect(changeText({ name: 'ada', role: 'read' })).toBe('name ada, role read');
  expect(changeText({})).toBe('');
});
