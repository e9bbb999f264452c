import { type AnswerRequestBody, createVerifier } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { TextWriter } from './bench-texts.ts';
import { median, spread } from './rounds.ts';

const SENTENCES = 20;
const SOURCES = 20;
const SOURCE_CHARACTERS = 50_000 / SOURCES;
const MIN_ROUNDS = 3;
const CITATIONS = ['none', 'brackets'] as const;

interface Timed {
  readonly ms: number;
  readonly cpuMs: number;
  readonly firstMs: number;
  readonly evidence: number;
  readonly verdict: number;
}

/** A whole answer over many sources, one request after the other: until it is decided, and until its first sentence is. */
export async function benchAnswers({ settings, seconds, signal }: BenchContext): Promise<Section> {
  const unlimited = { maxRequestMs: Number.MAX_SAFE_INTEGER, maxQueueMs: Number.MAX_SAFE_INTEGER };
  const verifier = await createVerifier({ ...settings, ...unlimited, scoreCachePairs: 0 });
  const pairs = () => verifier.stats.phases;
  const time = async (body: AnswerRequestBody): Promise<Timed> => {
    const before = pairs();
    const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
    let firstMs: number | undefined;
    const onSentence = () => {
      firstMs ??= performance.now() - startedAt;
    };
    await verifier.verifyAnswer(body, { signal, onSentence });
    const [ms, cpu, after] = [performance.now() - startedAt, process.cpuUsage(cpuBefore), pairs()];
    const read = (phase: keyof typeof after) => after[phase].scoredPairs - before[phase].scoredPairs;
    const cpuMs = (cpu.user + cpu.system) / 1000;
    return { ms, cpuMs, firstMs: firstMs!, evidence: read('evidence'), verdict: read('verdict') };
  };
  try {
    const rows = [];
    for (const citations of CITATIONS) {
      const times = await repeat(citations, time, (1000 * seconds) / CITATIONS.length);
      rows.push({
        citations,
        answers: times.length,
        ms: spread(times.map(({ ms }) => ms)),
        'CPU ms': spread(times.map(({ cpuMs }) => cpuMs)),
        'ms to the first sentence': spread(times.map(({ firstMs }) => firstMs)),
        'pairs, evidence': median(times.map(({ evidence }) => evidence)),
        'pairs, verdict': median(times.map(({ verdict }) => verdict)),
      });
    }
    const title = `${SENTENCES} sentences over ${SOURCES} sources of ${SOURCE_CHARACTERS} characters; median [quartiles]`;
    const target = { what: 'a whole answer without citations, median, ms', atMost: 5_000, got: rows[0]!.ms.median };
    return { tables: [{ title, rows }], targets: [target] };
  } finally {
    await verifier.close();
  }
}

/** Different texts in every round; the first is for warm-up and not counted. */
async function repeat(
  citations: (typeof CITATIONS)[number],
  time: (body: AnswerRequestBody) => Promise<Timed>,
  forMs: number,
): Promise<Timed[]> {
  const writer = new TextWriter(11);
  const times: Timed[] = [];
  await time(requestOf(writer, citations));
  for (const endsAt = performance.now() + forMs; times.length < MIN_ROUNDS || performance.now() < endsAt; )
    times.push(await time(requestOf(writer, citations)));
  return times;
}

/** Every other sentence of the answer appears in one of the sources; with citations each cites one, in turn. */
function requestOf(writer: TextWriter, citations: (typeof CITATIONS)[number]): AnswerRequestBody {
  const own = Array.from({ length: SENTENCES }, () => writer.sentence());
  const sources = Array.from({ length: SOURCES }, (_, i) => {
    const copied = i % 2 === 0 ? `${own[i]!} ` : '';
    return { id: String(i + 1), text: copied + writer.text(SOURCE_CHARACTERS - copied.length) };
  });
  const cited = own.map((sentence, i) => (citations === 'none' ? sentence : sentence.replace(/\.$/, ` [${i + 1}].`)));
  return { answer: cited.join(' '), sources, citations };
}
