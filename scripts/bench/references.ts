import { createVerifier, type Verdict, type Verifier } from '../../src/index.ts';
import type { BenchContext } from './bench-context.ts';
import type { Section } from './bench-report.ts';

interface Judged {
  readonly label: Verdict;
  /** With the name that it refers to, as part of its answer. */
  readonly named: Verdict | null;
  /** Without: as its own answer. */
  readonly alone: Verdict | null;
}

export async function benchReferences({ settings, signal }: BenchContext): Promise<Section> {
  const verifier = await createVerifier({ ...settings, maxRequestMs: Number.MAX_SAFE_INTEGER });
  try {
    const judged: Judged[] = [];
    for (const answer of REFERRING_ANSWERS) judged.push(...(await judgeBoth(answer, verifier, signal)));
    const ways = ['named', 'alone'] as const;
    const rows = ways.map((way) => ({ read: way === 'named' ? 'with its name' : 'alone', ...countsOf(judged, way) }));
    const title = `${judged.length} sentences of ${REFERRING_ANSWERS.length} answers that begin with a word that refers back`;
    return { tables: [{ title, rows }] };
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
  const together = await verdictsOf(sentences.map(({ text }) => text).join(' '));
  if (together.length !== sentences.length)
    throw new Error(`Expected ${sentences.length} sentences of "${sentences[0]!.text}".`);
  const judged: Judged[] = [];
  for (const [i, { text, label }] of sentences.entries()) {
    if (label === undefined) continue;
    const [alone = null] = await verdictsOf(text);
    judged.push({ label, named: together[i]!, alone });
  }
  return judged;
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

/** An answer about one of several named things, and what its sources say of it and of others. */
interface ReferringAnswer {
  readonly sources: readonly string[];
  /** Labelled where a sentence refers back to the name that the sentence before begins with. */
  readonly sentences: readonly { readonly text: string; readonly label: Verdict | undefined }[];
}

const LABELS: Readonly<Record<string, Verdict>> = { S: 'SUPPORTED', U: 'UNSUPPORTED', N: 'UNCERTAIN' };

function answersIn(text: string): ReferringAnswer[] {
  return text.split('\n\n').map((block) => {
    const lines = block.split('\n').map((line) => /^(?:([<SUN]) )?(.+)$/.exec(line)!);
    return {
      sources: lines.flatMap(([, mark, source]) => (mark === '<' ? [source!] : [])),
      sentences: lines.flatMap(([, mark, said]) => (mark === '<' ? [] : [{ text: said!, label: LABELS[mark ?? ''] }])),
    };
  });
}

/** Our own texts: of each answer the sources, after "<", then its sentences, labeled before any model read them. */
const REFERRING_ANSWERS =
  answersIn(`< Valtek AG makes brass valves in Lucerne. Valtek AG employs 350 people and was founded in 1921.
< Norvane Lines runs ferries. Norvane Lines employs 900 people and was founded in 1967.
Valtek AG makes brass valves.
S It employs 350 people.
U It was founded in 1967.
S The company is based in Lucerne.
N It runs ferries.

< The University of Halvik opened in 1954 and has 12,000 students. Its library was built by Henrik Saal.
< The University of Torsund opened in 1881 and has 31,000 students. Its library burned down in 1921.
The University of Torsund opened in 1881.
S It has 31,000 students.
S Its library burned down in 1921.
N Its library was built by Henrik Saal.
U The university has 12,000 students.

< Ada Brandt studied chemistry in Leiden and moved to Oslo in 1988. She won the Kelm Prize in 1999.
< Tom Vale studied law in Graz and moved to Lyon in 1993. He never won a prize.
Ada Brandt studied chemistry in Leiden.
S She moved to Oslo in 1988.
S She won the Kelm Prize in 1999.
U She moved to Lyon in 1993.
U She studied law.

< Tom Vale founded the museum in Graz in 1979. He directed it until 2004.
< Paula Renk took over the museum in 2004. She doubled the number of visitors.
Tom Vale founded the museum.
S He directed it until 2004.
N He doubled the number of visitors.
U He took over the museum in 2004.

< Ollmer Group sold its German shops in 2020 and now has 48 shops in Poland. Net profit rose to 86 million euros.
< Kestrel Foods closed its Polish plant in 2021. Net profit fell to 14 million euros.
Ollmer Group sold its German shops in 2020.
S Its net profit rose to 86 million euros.
U Its net profit fell to 14 million euros.
S The group has 48 shops in Poland.
N It closed its Polish plant in 2021.

< Mount Tarvik is 2,140 metres high and last erupted in 1973. No one died.
< Mount Skade is 1,312 metres high and last erupted in 1846. The eruption killed 61 people.
Mount Skade is 1,312 metres high.
S It last erupted in 1846.
S Its eruption killed 61 people.
U It last erupted in 1973.
U It is 2,140 metres high.

< Relvatine is given once a day. Relvatine lowered blood pressure by 11 mmHg and caused dizziness in two patients.
< Corvadil is given twice a day. Corvadil lowered blood pressure by 3 mmHg and caused no side effects.
Corvadil is given twice a day.
S It lowered blood pressure by 3 mmHg.
U It caused dizziness in two patients.
U It lowered blood pressure by 11 mmHg.
N It was tested in children.

< The Karoo telescope has a mirror of 6.2 metres and was built by three European institutes.
< The Atlas telescope has a mirror of 2.4 metres and was built by a single university in Chile.
Karoo is a telescope with a mirror of 6.2 metres.
S It was built by three European institutes.
U It has a mirror of 2.4 metres.
U It was built by a university in Chile.

< Grey plovers breed in Scotland. They weigh 200 grams. Both parents sit on the eggs, which hatch after 26 days.
Plovers breed in Scotland.
S They weigh 200 grams.
U They weigh 2 kilograms.
S Their eggs hatch after 26 days.
N They winter in Morocco.

< Brightwater Bank was fined 40 million euros in 2018 for hiding losses. Its chairman resigned.
< Castor Bank was not fined. Its chairman, Ines Roth, stayed in office until 2022.
Castor Bank is led by a board of nine.
U It was fined 40 million euros in 2018.
S Its chairman stayed in office until 2022.
U Its chairman resigned.
S The bank was not fined.

< FC Halvik won the cup in 2011 and 2015. FC Halvik plays in a stadium with 18,000 seats.
< Torsund United won the league in 2015. Torsund United plays in a stadium with 31,500 seats.
Torsund United won the league in 2015.
S It plays in a stadium with 31,500 seats.
N The club won the cup in 2011.
U Its stadium has 18,000 seats.

< Kelmouth has 41,000 inhabitants. Its harbour was dredged in 1998, and its lighthouse is no longer staffed.
< Hamnes has 2,300 inhabitants. Its harbour was closed in 2009.
Kelmouth has 41,000 inhabitants.
S Its harbour was dredged in 1998.
N Its harbour was closed in 2009.
U The town has 2,300 inhabitants.
S Its lighthouse is no longer staffed.`);
