import { type Profiler, Session } from 'node:inspector/promises';

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

  /** @param counts whether a script, by its URL, is counted. */
  constructor(counts: (url: string) => boolean) {
    this.#counts = counts;
  }

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Characters of code executed by the work. */
  async count(work: () => Promise<unknown>): Promise<number> {
    await this.#take();
    await work();
    const executed = (await this.#take()).filter(({ url }) => this.#counts(url));
    return executed.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + charactersIn(ranges), 0);
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** Everything since it was last asked. */
  async #take(): Promise<Profiler.ScriptCoverage[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    return result;
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
