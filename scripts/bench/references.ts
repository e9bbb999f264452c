import { createVerifier, type Verdict, type Verifier } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';

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
  verifier: Verifier,
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

/** A sentence of an answer; labelled where it refers back to the name that the sentence before begins with. */
type AnswerSentence = string | readonly [string, Verdict];

/** An answer about one of several named things, and what its sources say of it and of others. */
interface ReferringAnswer {
  readonly sources: readonly string[];
  readonly sentences: readonly AnswerSentence[];
}

const [S, U, N] = ['SUPPORTED', 'UNSUPPORTED', 'UNCERTAIN'] as const;

/** Our own texts; labelled by the sources, before any model read them. Nothing was fitted to them. */
const REFERRING_ANSWERS: readonly ReferringAnswer[] = [
  {
    sources: [
      'Valtek AG makes brass valves in Lucerne. Valtek AG employs 350 people and was founded in 1921.',
      'Norvane Lines runs ferries. Norvane Lines employs 900 people and was founded in 1967.',
    ],
    sentences: [
      'Valtek AG makes brass valves.',
      ['It employs 350 people.', S],
      ['It was founded in 1967.', U],
      ['The company is based in Lucerne.', S],
      ['It runs ferries.', N],
    ],
  },
  {
    sources: [
      'The University of Halvik opened in 1954 and has 12,000 students. Its library was built by Henrik Saal.',
      'The University of Torsund opened in 1881 and has 31,000 students. Its library burned down in 1921.',
    ],
    sentences: [
      'The University of Torsund opened in 1881.',
      ['It has 31,000 students.', S],
      ['Its library burned down in 1921.', S],
      ['Its library was built by Henrik Saal.', N],
      ['The university has 12,000 students.', U],
    ],
  },
  {
    sources: [
      'Ada Brandt studied chemistry in Leiden and moved to Oslo in 1988. She won the Kelm Prize in 1999.',
      'Tom Vale studied law in Graz and moved to Lyon in 1993. He never won a prize.',
    ],
    sentences: [
      'Ada Brandt studied chemistry in Leiden.',
      ['She moved to Oslo in 1988.', S],
      ['She won the Kelm Prize in 1999.', S],
      ['She moved to Lyon in 1993.', U],
      ['She studied law.', U],
    ],
  },
  {
    sources: [
      'Tom Vale founded the museum in Graz in 1979. He directed it until 2004.',
      'Paula Renk took over the museum in 2004. She doubled the number of visitors.',
    ],
    sentences: [
      'Tom Vale founded the museum.',
      ['He directed it until 2004.', S],
      ['He doubled the number of visitors.', N],
      ['He took over the museum in 2004.', U],
    ],
  },
  {
    sources: [
      'Ollmer Group sold its German shops in 2020 and now has 48 shops in Poland. Net profit rose to 86 million euros.',
      'Kestrel Foods closed its Polish plant in 2021. Net profit fell to 14 million euros.',
    ],
    sentences: [
      'Ollmer Group sold its German shops in 2020.',
      ['Its net profit rose to 86 million euros.', S],
      ['Its net profit fell to 14 million euros.', U],
      ['The group has 48 shops in Poland.', S],
      ['It closed its Polish plant in 2021.', N],
    ],
  },
  {
    sources: [
      'Mount Tarvik is 2,140 metres high and last erupted in 1973. No one died.',
      'Mount Skade is 1,312 metres high and last erupted in 1846. The eruption killed 61 people.',
    ],
    sentences: [
      'Mount Skade is 1,312 metres high.',
      ['It last erupted in 1846.', S],
      ['Its eruption killed 61 people.', S],
      ['It last erupted in 1973.', U],
      ['It is 2,140 metres high.', U],
    ],
  },
  {
    sources: [
      'Relvatine is given once a day. Relvatine lowered blood pressure by 11 mmHg and caused dizziness in two patients.',
      'Corvadil is given twice a day. Corvadil lowered blood pressure by 3 mmHg and caused no side effects.',
    ],
    sentences: [
      'Corvadil is given twice a day.',
      ['It lowered blood pressure by 3 mmHg.', S],
      ['It caused dizziness in two patients.', U],
      ['It lowered blood pressure by 11 mmHg.', U],
      ['It was tested in children.', N],
    ],
  },
  {
    sources: [
      'The Karoo telescope has a mirror of 6.2 metres and was built by three European institutes.',
      'The Atlas telescope has a mirror of 2.4 metres and was built by a single university in Chile.',
    ],
    sentences: [
      'Karoo is a telescope with a mirror of 6.2 metres.',
      ['It was built by three European institutes.', S],
      ['It has a mirror of 2.4 metres.', U],
      ['It was built by a university in Chile.', U],
    ],
  },
  {
    sources: [
      'Grey plovers breed in Scotland. They weigh 200 grams. Both parents sit on the eggs, which hatch after 26 days.',
    ],
    sentences: [
      'Plovers breed in Scotland.',
      ['They weigh 200 grams.', S],
      ['They weigh 2 kilograms.', U],
      ['Their eggs hatch after 26 days.', S],
      ['They winter in Morocco.', N],
    ],
  },
  {
    sources: [
      'Brightwater Bank was fined 40 million euros in 2018 for hiding losses. Its chairman resigned.',
      'Castor Bank was not fined. Its chairman, Ines Roth, stayed in office until 2022.',
    ],
    sentences: [
      'Castor Bank is led by a board of nine.',
      ['It was fined 40 million euros in 2018.', U],
      ['Its chairman stayed in office until 2022.', S],
      ['Its chairman resigned.', U],
      ['The bank was not fined.', S],
    ],
  },
  {
    sources: [
      'FC Halvik won the cup in 2011 and 2015. FC Halvik plays in a stadium with 18,000 seats.',
      'Torsund United won the league in 2015. Torsund United plays in a stadium with 31,500 seats.',
    ],
    sentences: [
      'Torsund United won the league in 2015.',
      ['It plays in a stadium with 31,500 seats.', S],
      ['The club won the cup in 2011.', N],
      ['Its stadium has 18,000 seats.', U],
    ],
  },
  {
    sources: [
      'Kelmouth has 41,000 inhabitants. Its harbour was dredged in 1998, and its lighthouse is no longer staffed.',
      'Hamnes has 2,300 inhabitants. Its harbour was closed in 2009.',
    ],
    sentences: [
      'Kelmouth has 41,000 inhabitants.',
      ['Its harbour was dredged in 1998.', S],
      ['Its harbour was closed in 2009.', N],
      ['The town has 2,300 inhabitants.', U],
      ['Its lighthouse is no longer staffed.', S],
    ],
  },
];
