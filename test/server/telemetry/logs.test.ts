import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BufferedLogStream, prettyLogStream } from '../../../src/server/telemetry/logs.ts';

describe('log lines', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function sending() {
    const sent: string[] = [];
    return { sent, lines: new BufferedLogStream((text) => void sent.push(text)) };
  }

  it('go out together, 200 ms after the first of them', () => {
    const { sent, lines } = sending();
    lines.write('one\n');
    vi.advanceTimersByTime(150);
    lines.write('two\n');
    vi.advanceTimersByTime(49);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual(['one\ntwo\n']);
    lines.write('three\n');
    vi.advanceTimersByTime(200);
    expect(sent).toEqual(['one\ntwo\n', 'three\n']);
  });

  it('go out at once when there are many, and once', () => {
    const { sent, lines } = sending();
    for (let i = 0; i < 5; i++) lines.write(`${'x'.repeat(999)}\n`);
    expect(sent.map(({ length }) => length)).toEqual([5_000]);
    vi.advanceTimersByTime(1_000);
    expect(sent).toHaveLength(1);
  });

  it('go out at once when they are asked for, as after a fatal one', () => {
    const { sent, lines } = sending();
    lines.write('the end\n');
    lines.flushSync();
    lines.flushSync();
    expect(sent).toEqual(['the end\n']);
  });
});

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
