import { type AnsweringVerifier, createVerifier, type Verdict } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';
import { type AnswerSentence, REFERRING_ANSWERS, type ReferringAnswer } from './reference-texts.ts';

interface Judged {
  readonly label: Verdict;
  /** With the name that it refers to, as part of its answer. */
  readonly named: Verdict | null;
  /** Without: as an answer of its own. */
  readonly alone: Verdict | null;
}

/**
 * What it brings to read a sentence such as "It employs 350 people" with the name that it refers to: right verdicts as
 * part of the answer, where it is read so, and as an answer of its own, where nothing is before it.
 */
export async function benchReferences({ settings, signal }: BenchContext): Promise<Section> {
  const verifier = await createVerifier({ ...settings, maxRequestMs: Number.MAX_SAFE_INTEGER });
  try {
    const judged: Judged[] = [];
    for (const answer of REFERRING_ANSWERS) judged.push(...(await judgeBoth(answer, verifier, signal)));
    const ways = ['named', 'alone'] as const;
    const rows = ways.map((way) => ({ read: way === 'named' ? 'with its name' : 'alone', ...countsOf(judged, way) }));
    const title = `${judged.length} sentences of ${REFERRING_ANSWERS.length} answers that begin with a word that refers back`;
    return { name: 'references', tables: [{ title, rows }], targets: [], notes: [] };
  } finally {
    await verifier.close();
  }
}

async function judgeBoth(
  { sources, sentences }: ReferringAnswer,
  verifier: AnsweringVerifier,
  signal: AbortSignal,
): Promise<Judged[]> {
  const given = sources.map((text, i) => ({ id: String(i + 1), text }));
  const verdictsOf = async (answer: string) =>
    (await verifier.verifyAnswer({ answer, sources: given }, { signal })).sentences.map(({ verdict }) => verdict);
  const together = await verdictsOf(sentences.map(textOf).join(' '));
  if (together.length !== sentences.length)
    throw new Error(`Expected ${sentences.length} sentences of "${textOf(sentences[0]!)}".`);
  const judged: Judged[] = [];
  for (const [i, sentence] of sentences.entries()) {
    if (typeof sentence === 'string') continue;
    const [text, label] = sentence;
    const [alone = null] = await verdictsOf(text);
    judged.push({ label, named: together[i]!, alone });
  }
  return judged;
}

function textOf(sentence: AnswerSentence): string {
  return typeof sentence === 'string' ? sentence : sentence[0];
}

function countsOf(judged: readonly Judged[], way: 'named' | 'alone') {
  const count = (holds: (one: Judged) => boolean) => judged.filter(holds).length;
  return {
    right: count((one) => one[way] === one.label),
    'false SUPPORTED': count((one) => one[way] === 'SUPPORTED' && one.label !== 'SUPPORTED'),
    'true ones not SUPPORTED': count((one) => one[way] !== 'SUPPORTED' && one.label === 'SUPPORTED'),
    'false UNSUPPORTED': count((one) => one[way] === 'UNSUPPORTED' && one.label !== 'UNSUPPORTED'),
  };
}
