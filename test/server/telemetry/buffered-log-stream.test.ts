import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BufferedLogStream } from '../../../src/server/telemetry/buffered-log-stream.ts';

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
