import { type Profiler, Session } from 'node:inspector';

/** Turns of the event loop that are counted together at first: asking V8 takes milliseconds. */
const TURNS_AT_ONCE = 32;
/** So many of them are then counted turn by turn. */
const LOOKED_INTO = 8;

/** Everything that reads the caller's texts, the libraries for it included; the fakes are not. */
export const READS_TEXTS =
  /^(?!.*\/node_modules\/).*\/src\/|\/node_modules\/(?:wink-nlp|wink-eng-lite-web-model|eld)\//;

/**
 * Counts executed code, the same on every machine: each character of the counted scripts as often as it was executed,
 * which V8 knows from precise coverage of blocks. What native functions and regular expressions do is not part of it.
 */
export class CodeCounter {
  readonly #session = new Session();
  readonly #counts: (url: string) => boolean;

  constructor(counts: (url: string) => boolean) {
    this.#counts = counts;
  }

  start(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  async count(work: () => Promise<unknown>): Promise<number> {
    this.#take();
    await work();
    return this.#take();
  }

  /**
   * The most characters of code that the work executes in one turn of the event loop. The work is done twice, and must
   * do the same both times: the turns in which much is executed are counted one by one the second time.
   */
  async longestTurn(work: () => Promise<unknown>): Promise<number> {
    const together: number[] = [];
    const last = await this.#inTurns(work, (turn) => {
      if ((turn + 1) % TURNS_AT_ONCE === 0) together.push(this.#take());
    });
    const most = [...together, last].map((count, i) => ({ count, i })).sort((a, b) => b.count - a.count);
    const near = new Set(most.slice(0, LOOKED_INTO).map(({ i }) => i));
    const isNear = (turn: number) => near.has(Math.floor(turn / TURNS_AT_ONCE));
    // The others together executed no more than this.
    let longest = most[LOOKED_INTO]?.count ?? 0;
    const rest = await this.#inTurns(work, (turn) => {
      if (!isNear(turn) && !isNear(turn + 1)) return;
      const count = this.#take();
      if (isNear(turn)) longest = Math.max(longest, count);
    });
    return near.has(together.length) ? Math.max(longest, rest) : longest;
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** Does the work and calls `onTurn` at the end of each turn of the event loop; resolves with what was executed after the last call. */
  async #inTurns(work: () => Promise<unknown>, onTurn: (turn: number) => void): Promise<number> {
    let isOver = false;
    let turn = 0;
    const tick = () => {
      if (isOver) return;
      onTurn(turn++);
      setImmediate(tick);
    };
    this.#take();
    setImmediate(tick);
    await work();
    isOver = true;
    return this.#take();
  }

  #take(): number {
    let executed: Profiler.ScriptCoverage[] = [];
    // On its own thread the inspector answers before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (_, { result }) => {
      executed = result.filter(({ url }) => this.#counts(url));
    });
    return executed.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + charactersIn(ranges), 0);
  }
}

/** The ranges of a function are nested, each outer one before its inner ones: an inner count replaces the outer one. */
function charactersIn(ranges: readonly Profiler.CoverageRange[]): number {
  const open: Profiler.CoverageRange[] = [];
  let total = 0;
  for (const range of ranges) {
    while (open.length > 0 && open.at(-1)!.endOffset <= range.startOffset) open.pop();
    const outer = open.at(-1)?.count ?? 0;
    total += (range.endOffset - range.startOffset) * (range.count - outer);
    open.push(range);
  }
  return total;
}
