import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { showProgress } from '../../../src/cli/batch/progress.ts';

function display({ end, isTerminal = false }: { end: number | undefined; isTerminal?: boolean }) {
  const stream = Object.assign(new PassThrough(), { isTTY: isTerminal, cursorTo: () => true, clearLine: () => true });
  let at = 0;
  const shown = showProgress({ stream: stream as unknown as NodeJS.WriteStream, end, now: () => at });
  return {
    update(seconds: number, rows: number, position: number, errors = 0) {
      at = seconds * 1000;
      shown.update({ rows, errors, position });
    },
    stop: () => shown.stop(),
    text: () => String(stream.read() ?? ''),
  };
}

describe('showProgress', () => {
  it('writes a plain line every ten seconds without a terminal', () => {
    const { update, text } = display({ end: 1000 });
    update(1, 1, 0);
    update(5, 100, 100);
    expect(text()).toBe('');
    update(10, 200, 500, 3);
    update(11, 201, 501, 3);
    expect(text()).toBe('50 %: 200 rows (3 with errors), 20.0 rows/s, 00:00:10 left\n');
  });

  it('counts only its own rows into the rate of a resumed run', () => {
    const { update, text } = display({ end: 2000 });
    update(0.1, 5001, 1000);
    update(10, 5100, 1010);
    expect(text()).toBe('50 %: 5100 rows, 10.0 rows/s, 00:16:30 left\n');
  });

  it('says nothing of remaining time for a stream', () => {
    const { update, text } = display({ end: undefined });
    update(10, 50, 4000);
    expect(text()).toBe('50 rows, 0.1 rows/s\n');
  });

  it('draws a bar with rate and remaining time on a terminal', () => {
    const { update, stop, text } = display({ end: 1000, isTerminal: true });
    update(1, 1, 0);
    update(10, 100, 500);
    stop();
    expect(text()).toMatch(/50 % \| 100 rows, 10\.0 rows\/s, 00:00:10 left/);
  });

  it('fits 80 columns with many rows and errors', () => {
    const { update, stop, text } = display({ end: 100_000, isTerminal: true });
    update(1, 1, 0);
    update(100_000, 100_000, 99_999, 999);
    stop();
    const lines = [...text().matchAll(/[^|]{16} \d+ % \| \d+ rows[^|]*? left/g)].map(([line]) => line);
    expect(lines.length).toBeGreaterThan(0);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
