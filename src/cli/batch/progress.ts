import { SingleBar } from 'cli-progress';
import type { Progress } from './run-batch.ts';

export interface ProgressDisplay {
  update(progress: Progress): void;
  stop(): void;
}

export interface ProgressOptions {
  /** The last position; undefined for a stream, whose length is unknown. */
  readonly end: number | undefined;
  readonly noun?: string;
  readonly stream?: NodeJS.WriteStream;
  readonly now?: () => number;
}

const LINE_INTERVAL_MS = 10_000;
const BAR_COLUMNS = 16;

/** A display on standard error, shown from the first update on. */
export function progressOf(noun: string) {
  let display: ProgressDisplay | undefined;
  return {
    update(done: number, end: number, position = done) {
      display ??= showProgress({ end, noun });
      display.update({ rows: done, errors: 0, position });
    },
    stop: () => display?.stop(),
  };
}

/** A bar with rate and remaining time on a terminal, a plain line every ten seconds elsewhere. Both fit 80 columns. */
export function showProgress(options: ProgressOptions): ProgressDisplay {
  const all = { stream: process.stderr, noun: 'rows', now: () => performance.now(), ...options };
  return all.stream.isTTY === true ? showBar(all) : showLines(all);
}

function showBar({ stream, end, noun, now }: Required<ProgressOptions>): ProgressDisplay {
  const format = end === undefined ? '{text}' : '{bar} {percentage} % | {text}';
  const bar = new SingleBar({ stream, format, hideCursor: true, barsize: BAR_COLUMNS });
  const pace = new Pace(end, noun, now());
  bar.start(end ?? 1, 0, { text: 'starting' });
  return {
    update: (progress) => bar.update(progress.position, { text: pace.describe(progress, now()) }),
    stop: () => bar.stop(),
  };
}

function showLines({ stream, end, noun, now }: Required<ProgressOptions>): ProgressDisplay {
  const pace = new Pace(end, noun, now());
  let shownAt = now();
  return {
    update: (progress) => {
      const text = pace.describe(progress, now());
      if (now() - shownAt < LINE_INTERVAL_MS) return;
      shownAt = now();
      const share = end === undefined ? '' : `${Math.floor((100 * progress.position) / end)} %: `;
      stream.write(`${share}${text}\n`);
    },
    stop: () => undefined,
  };
}

/** Rate and remaining time, measured from the first progress of this run: rows of an earlier run took no time here. */
class Pace {
  readonly #end: number | undefined;
  readonly #noun: string;
  readonly #startedAt: number;
  #first: Progress | undefined;

  constructor(end: number | undefined, noun: string, startedAt: number) {
    this.#end = end;
    this.#noun = noun;
    this.#startedAt = startedAt;
  }

  describe(progress: Progress, at: number): string {
    this.#first ??= progress;
    const seconds = (at - this.#startedAt) / 1000;
    const rowsPerSecond = (progress.rows - this.#first.rows + 1) / seconds;
    const perSecond = (progress.position - this.#first.position) / seconds;
    const errors = progress.errors === 0 ? '' : ` (${progress.errors} with errors)`;
    const isKnown = this.#end !== undefined && perSecond > 0;
    const left = isKnown ? `, ${clock((this.#end - progress.position) / perSecond)} left` : '';
    return `${progress.rows} ${this.#noun}${errors}, ${rowsPerSecond.toFixed(1)} ${this.#noun}/s${left}`;
  }
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
