import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerifier, type Verifier } from '../../src/index.ts';
import { PATIENT } from '../support/patient.ts';
import { documentOf, fillerWithout } from './documents.ts';

let verifier: Verifier;
beforeAll(async () => {
  verifier = await createVerifier(PATIENT);
});
afterAll(() => verifier?.close());

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

  it('hides no better beside a part that is right', async () => {
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
