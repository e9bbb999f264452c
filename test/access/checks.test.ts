import { describe, expect, it } from 'vitest';
import { parseTime } from '../../src/access/checks.ts';

describe('a time of an operator', () => {
  it.each([
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2030-01-31T23:59', '2030-01-31T23:59:00.000Z'],
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00.000Z'],
    ['2030-01-31T12:00:00.123456789', '2030-01-31T12:00:00.123Z'],
    ['2030-01-31T12:00:00+02:00', '2030-01-31T10:00:00.000Z'],
    ['2030-01-31T12:00-23:59', '2030-02-01T11:59:00.000Z'],
  ])('is read: %s', (text, time) => {
    expect(new Date(parseTime('period_end', text)).toISOString()).toBe(time);
  });

  it.each([
    '2030-02-30',
    '2030-02-30T00:00:00Z',
    '2029-02-29',
    '2030-04-31T12:00',
    '2030-00-10',
    '2030-13-01',
    '2030-01-31T24:00:00Z',
    '2030-01-31T24:00',
    '2030-01-31T12:60:00Z',
    '2030-01-31T12:00:60Z',
    '2030-01-31T12:00:00+24:00',
    '2030-1-31',
    '2030-01-31Z',
    'soon',
    '',
  ])('is refused where no clock and calendar show it: %j', (text) => {
    expect(() => parseTime('period_end', text)).toThrow(
      `Expected period_end to be a valid ISO 8601 time, such as 2030-01-31T12:00:00Z, got "${text}".`,
    );
  });
});
