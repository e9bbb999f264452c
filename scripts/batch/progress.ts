import { SingleBar } from 'cli-progress';
import type { Progress } from './run-batch.ts';

/** Tells a person how far a run is, on standard error. */
export interface ProgressDisplay {
  update(progress: Progress): void;
  stop(): void;
}

export interface ProgressOptions {
  readonly stream: NodeJS.WriteStream;
  /** Bytes of the input; undefined for a stream, which has no end to reckon with. */
  readonly inputBytes: number | undefined;
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
}

const PLAIN_LINE_EVERY_MS = 10_000;

/** A bar with rate and remaining time on a terminal, a plain line every ten seconds elsewhere. */
export function showProgress(options: ProgressOptions): ProgressDisplay {
  return options.stream.isTTY === true ? showBar(options) : showLines(options);
}

function showBar({ stream, inputBytes, now }: ProgressOptions): ProgressDisplay {
  const bar = new SingleBar({
    stream,
    format: inputBytes === undefined ? '{text}' : '{bar} {percentage} % | {text}',
    hideCursor: true,
  });
  const describe = describer(inputBytes, now());
  bar.start(inputBytes ?? 1, 0, { text: 'loading' });
  return {
    update: (progress) => bar.update(progress.endByte, { text: describe(progress, now()) }),
    stop: () => bar.stop(),
  };
}

function showLines({ stream, inputBytes, now }: ProgressOptions): ProgressDisplay {
  const describe = describer(inputBytes, now());
  let shownAt = now();
  return {
    update: (progress) => {
      if (now() - shownAt < PLAIN_LINE_EVERY_MS) return;
      shownAt = now();
      stream.write(`${describe(progress, shownAt)}\n`);
    },
    stop: () => undefined,
  };
}

/** "1200 rows (3 with errors), 84.2 rows/s, 00:12:30 left". The rate counts this run's rows only. */
export function describer(inputBytes: number | undefined, startedAt: number) {
  let first: Progress | undefined;
  return (progress: Progress, at: number): string => {
    first ??= progress;
    const seconds = (at - startedAt) / 1000;
    const rowsPerSecond = (progress.rows - first.rows + 1) / seconds;
    const errors = progress.errors === 0 ? '' : ` (${progress.errors} with errors)`;
    const left = inputBytes === undefined ? undefined : secondsLeft(progress, first, { inputBytes, seconds });
    const remaining = left === undefined ? '' : `, ${clock(left)} left`;
    return `${progress.rows} rows${errors}, ${rowsPerSecond.toFixed(1)} rows/s${remaining}`;
  };
}

function secondsLeft(
  progress: Progress,
  first: Progress,
  { inputBytes, seconds }: { inputBytes: number; seconds: number },
): number | undefined {
  const bytesPerSecond = (progress.endByte - first.endByte) / seconds;
  return bytesPerSecond > 0 ? (inputBytes - progress.endByte) / bytesPerSecond : undefined;
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
