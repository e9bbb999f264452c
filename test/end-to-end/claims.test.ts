import { beforeAll, describe, expect, it } from 'vitest';
import { toResponseBody, type Verifier } from '../../src/index.ts';
import { bundledModels } from '../support/bundled-models.ts';
import { DOCUMENTS, documentOf, fillerWithout } from './documents.ts';

let verifier: Verifier;
beforeAll(async () => {
  verifier = await bundledModels();
});

async function outcome(claim: string, source: string): Promise<string> {
  const input = { claim, source };
  const { verdict, audit_trail } = toResponseBody(await verifier.verify(input));
  return [verdict, ...audit_trail.map((entry) => `${entry.match_type}: ${entry.source_span}`)].join(' | ');
}

const names = Object.keys(DOCUMENTS);
const copies = names.flatMap((name) => DOCUMENTS[name]!.map((sentence) => [name, sentence] as const));
const exact = (sentence: string) => `SUPPORTED | exact_match: ${sentence}`;

describe('a sentence copied from the source is supported as an exact match', () => {
  it.each(copies)('as it stands (%s: %s)', async (name, sentence) => {
    expect(await outcome(sentence, documentOf(name))).toBe(exact(sentence));
  });

  it.each(copies)('in capitals and in small letters (%s: %s)', async (name, sentence) => {
    expect(await outcome(sentence.toUpperCase(), documentOf(name))).toBe(exact(sentence));
    expect(await outcome(sentence.toLowerCase(), documentOf(name))).toBe(exact(sentence));
  });

  it.each(names)('in the middle of unrelated text, up to 10,000 characters (%s)', async (name) => {
    for (const [i, length] of [200, 1_500, 9_200].entries()) {
      const sentence = DOCUMENTS[name]![(i + name.length) % 5]!;
      const half = fillerWithout(name, length / 2);
      const source = `${half}${sentence} ${half}`.slice(0, 10_000);
      expect(await outcome(sentence, source)).toBe(exact(sentence));
    }
  });

  it.each(names)('at the very start and at the very end of a long source (%s)', async (name) => {
    const sentence = DOCUMENTS[name]![3]!;
    const filler = fillerWithout(name, 9_500);
    expect(await outcome(sentence, `${sentence} ${filler}`)).toBe(exact(sentence));
    expect(await outcome(sentence, `${filler}${sentence}`)).toBe(exact(sentence));
  });

  it.each(names)('alone, and two at once (%s)', async (name) => {
    const [first, second] = DOCUMENTS[name]!;
    expect(await outcome(first!, first!)).toBe(exact(first!));
    expect(await outcome(`${second} ${first}`, documentOf(name))).toBe(
      `SUPPORTED | exact_match: ${second} | exact_match: ${first}`,
    );
  });
});

/** Document, and a sentence of it in which one thing is changed. */
const CHANGED: readonly (readonly [kind: string, document: string, claim: string])[] = [
  ['number', 'harbour', 'The harbour of Kelmouth was dredged to a depth of 15.4 metres in 1998.'],
  ['number', 'harbour', 'In 2016 the town council sold the ferry terminal to Norvane Lines for £32 million.'],
  ['number', 'harbour', 'In 2016 the town council sold the ferry terminal to Norvane Lines for £23 billion.'],
  ['number', 'medicine', 'Patients received 400 mg of relvatine once a day for twelve weeks.'],
  ['number', 'medicine', 'Patients received 40 mg of relvatine once a day for twenty weeks.'],
  ['number', 'medicine', 'Three participants withdrew because of dizziness.'],
  ['number', 'opera', 'It seats 1,510 people.'],
  ['number', 'software', 'The parser is about 4 percent faster than in the previous release.'],
  ['number', 'volcano', 'Lava reached the village of Osk within two hours and buried 16 houses.'],
  ['number', 'retail', 'Online orders made up 31 percent of sales, up from 12 percent in 2019.'],
  ['number', 'retail', 'Its founder, Birgit Ollmer, still owns 45 percent of the shares.'],
  ['number', 'law', 'The regulation applies to companies with more than 25 employees.'],
  ['number', 'law', 'Parliament adopted the text on 18 June 2020 by 421 votes to 187.'],
  ['number', 'birds', 'Both parents sit on the eggs, which hatch after 36 days.'],
  ['number', 'birds', 'A survey in 2014 counted 36,400 pairs on the islands of Harra and Lunn.'],
  ['unit', 'medicine', 'Patients received 40 g of relvatine once a day for twelve weeks.'],
  ['unit', 'medicine', 'Patients received 40 mg of relvatine once a day for twelve months.'],
  ['unit', 'volcano', 'The crater lake is 300 kilometres wide and has a temperature of about 35 degrees Celsius.'],
  ['unit', 'birds', 'Adults weigh between 180 and 220 kilograms.'],
  [
    'unit',
    'retail',
    'Net profit rose to 86 million dollars, although rents and wages increased faster than the company had expected.',
  ],
  ['date', 'harbour', 'The harbour of Kelmouth was dredged to a depth of 14.5 metres in 1989.'],
  [
    'date',
    'medicine',
    'Dr. Amara Nwosu of the University of Leiden led the study, which was registered on 5 May 2017 and enrolled 318 adults with mild hypertension at nine hospitals.',
  ],
  ['date', 'opera', 'The opera house was designed by Henrik Saal and completed in 1894.'],
  ['date', 'software', 'The licence was changed from GPL to MIT in May 2022.'],
  ['date', 'volcano', 'Mount Tarvik last erupted on 9 December 1973.'],
  ['date', 'volcano', 'Mount Tarvik last erupted on 9 November 1937.'],
  ['date', 'law', 'Parliament adopted the text on 18 July 2020 by 412 votes to 187.'],
  ['name', 'harbour', 'In 2016 the town council sold the ferry terminal to Baltix Lines for £23 million.'],
  [
    'name',
    'medicine',
    'Dr. Amara Nwosu of the University of Utrecht led the study, which was registered on 4 May 2017 and enrolled 318 adults with mild hypertension at nine hospitals.',
  ],
  ['name', 'opera', 'The opera house was designed by Henrik Dahl and completed in 1884.'],
  ['name', 'opera', "Its first performance was Verdi's Otello."],
  [
    'name',
    'opera',
    'The present director, Chiara Ferrante, has announced that ticket prices will not rise before 2027.',
  ],
  ['name', 'retail', 'Ollmer Group opened 48 shops in Austria and closed 12 in Germany last year.'],
  ['name', 'retail', 'Its founder, Ingrid Ollmer, still owns 54 percent of the shares.'],
  ['name', 'birds', 'A survey in 2014 counted 3,640 pairs on the islands of Harra and Skye.'],
  ['name', 'volcano', 'Lava reached the village of Hamnes within two hours and buried 61 houses.'],
  ['negation', 'harbour', 'The lighthouse is still staffed.'],
  ['negation', 'harbour', 'Fishing boats do not land herring at the old quay every morning.'],
  ['negation', 'medicine', 'The drug was tested in pregnant women.'],
  [
    'negation',
    'opera',
    'The present director, Claudia Ferrante, has announced that ticket prices will rise before 2027.',
  ],
  ['negation', 'opera', 'A fire destroyed the stage in 1921, but the auditorium did not survive.'],
  ['negation', 'software', 'Plugins written for version 2 work with version 3.'],
  ['negation', 'software', 'Version 3.2 of the library does not drop support for Node 16.'],
  ['negation', 'retail', 'The chain sells tobacco.'],
  ['negation', 'law', 'Small charities are not exempt from the reporting duty.'],
  ['negation', 'law', 'The regulation never applies to companies with more than 250 employees.'],
  ['negation', 'birds', 'Adults do not weigh between 180 and 220 grams.'],
  ['negation', 'volcano', 'Geologists never visit the summit twice a year.'],
];

describe('one thing changed in a copied sentence is never supported', () => {
  it.each(CHANGED)('%s (%s): %s', async (_, document, claim) => {
    const source = documentOf(document);
    const padded = `${fillerWithout(document, 1_500)}${source}`;
    for (const text of [source, padded]) {
      const { verdict, reasoning } = await verifier.verify({ claim, source: text });
      expect(verdict, reasoning).not.toBe('SUPPORTED');
    }
  });

  it('is found next to a correct part as well', async () => {
    const right = 'Two participants withdrew because of dizziness.';
    for (const claim of [
      `${right} The drug was tested in pregnant women.`,
      'Patients received 80 mg of relvatine once a day for twelve weeks, and two participants withdrew because of dizziness.',
      'Two participants withdrew because of dizziness, and blood pressure fell by 21 mmHg in the relvatine group.',
    ]) {
      const { verdict, reasoning } = await verifier.verify({ claim, source: documentOf('medicine') });
      expect(verdict, reasoning).not.toBe('SUPPORTED');
    }
  });
});

const STATEMENTS = [
  'the company hid its losses',
  'the bridge was closed in 2003',
  'Marek Dudek sold the painting to a museum',
  'the vaccine causes headaches',
];
const FRAMES: readonly (readonly [name: string, source: (statement: string) => string])[] = [
  ['denied by someone', (x) => `He denied that ${x}.`],
  ['denied with more around it', (x) => `On Monday a spokesman denied that ${x}. Talks will go on next week.`],
  ['rejected as a claim', (x) => `The court rejected the claim that ${x}.`],
  ['a myth', (x) => `It is a myth that ${x}.`],
  ['not true', (x) => `It is not true that ${x}.`],
  ['without evidence', (x) => `There is no evidence that ${x}.`],
  ['taken back in the next sentence', (x) => `${capital(x)}. This is false.`],
  ['taken back by a report', (x) => `One paper wrote that ${x}. The report was later retracted.`],
  ['a condition', (x) => `If ${x}, an inquiry will follow.`],
  ['an open matter', (x) => `Nobody knows whether ${x}.`],
  ['what critics say', (x) => `Critics say ${x}.`],
  ['what someone claimed', (x) => `In her book she claimed that ${x}.`],
  ['only alleged', (x) => `Allegedly ${x}.`],
  ['only possible', (x) => `Perhaps ${x}.`],
];

function capital(statement: string): string {
  return statement.charAt(0).toUpperCase() + statement.slice(1);
}

describe('words that the source has without asserting them do not support a claim', () => {
  it.each(FRAMES)('%s', async (_, frame) => {
    for (const statement of STATEMENTS) {
      const source = frame(statement);
      const { verdict, reasoning } = await verifier.verify({ claim: `${capital(statement)}.`, source });
      expect(verdict, `${source}\n${reasoning}`).not.toBe('SUPPORTED');
    }
  });

  it('yet a plain statement elsewhere in the source still supports it', async () => {
    for (const statement of STATEMENTS) {
      const source = `He denied that ${statement}. The minutes leave no doubt. ${capital(statement)}.`;
      const { verdict, reasoning } = await verifier.verify({ claim: `${capital(statement)}.`, source });
      expect(verdict, reasoning).toBe('SUPPORTED');
    }
  });
});

describe('a number that the source does not state', () => {
  it('is contradicted by another one in its place, also among numbers that could give it', async () => {
    const source = 'Beginners pay 22 euros for a flute lesson of 30 minutes. The hall has 85 seats and 55 lamps.';
    expect(await outcome('A flute lesson for beginners lasts an hour.', source)).toContain(
      'UNSUPPORTED | contradiction',
    );
  });
});

describe('a source about something else leaves a claim uncertain, never contradicted', () => {
  it.each(names)('claims about the %s against every other text', async (name) => {
    const claims = DOCUMENTS[name]!;
    const others = names.filter((candidate) => candidate !== name);
    // Each claim meets one or two of the other texts: all pairs of them would take a minute.
    const answers = others.map(async (other, place) => {
      const claim = claims[place % claims.length]!;
      const { verdict } = await verifier.verify({ claim, source: documentOf(other) });
      return verdict === 'UNCERTAIN' ? [] : [`${verdict}: ${claim} (${other})`];
    });
    const verdicts = (await Promise.all(answers)).flat();
    expect(verdicts).toEqual([]);
  });

  it.each(names)('one claim about the %s against 9,500 characters about everything else', async (name) => {
    const { verdict, reasoning } = await verifier.verify({
      claim: DOCUMENTS[name]![0]!,
      source: fillerWithout(name, 9_500),
    });
    expect(verdict, reasoning).toBe('UNCERTAIN');
  });
});
