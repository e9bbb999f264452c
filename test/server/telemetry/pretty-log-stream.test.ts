import { describe, expect, it } from 'vitest';
import { prettyLogStream } from '../../../src/server/telemetry/pretty-log-stream.ts';

function written(line: object, coloured = false): string {
  const lines: string[] = [];
  prettyLogStream({ write: (text) => void lines.push(text) }, coloured).write(`${JSON.stringify(line)}\n`);
  return lines.join('');
}

const LINE = { level: 40, time: '2030-01-31T12:00:00.000Z', store: 'redis', ms: 1.5, msg: 'store lost' };

describe('log lines for people', () => {
  it('have time, level and message first, then the members', () => {
    expect(written(LINE)).toBe('2030-01-31T12:00:00.000Z WARN  store lost store=redis ms=1.5\n');
    expect(written({ ...LINE, msg: undefined, error: { code: 'X' } })).toContain('error={"code":"X"}');
  });

  it('are one line each, whatever a value contains', () => {
    expect(written({ ...LINE, id: 'a\nb \u001b[2J' })).toContain('id="a\\nb \\u001b[2J"');
  });

  it('have colours where the terminal has', () => {
    expect(written(LINE, true)).toContain('\u001b[33mWARN \u001b[0m');
  });
});
