import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { unavailable } from '../../src/contract/errors.ts';
import { failing, fakeEncoder, verifierOn } from '../support/fake-encoder.ts';
import { answer } from './answer.ts';
import { DOCUMENTS, documentOf, fillerWithout } from './documents.ts';

// What users of comparable services complain of, by number; test/README.md lists where each is owned.

describe('complaint 1: text past a limit goes unread', () => {
  it('evidence at the end of 10,000 characters counts', async () => {
    const sentence = DOCUMENTS.birds![4]!;
    const source = `${fillerWithout('birds', 9_900 - sentence.length)}${sentence}`;
    expect((await answer(sentence, source)).verdict).toBe('SUPPORTED');
    expect((await answer(sentence.replace('3,640', '6,340'), source)).verdict).not.toBe('SUPPORTED');
  });

  it('the tail of a long claim is judged like its head', async () => {
    const right = DOCUMENTS.law!.join(' ');
    expect(right.length).toBeLessThan(500);
    expect((await answer(right, documentOf('law'))).verdict).toBe('SUPPORTED');
    const wrong = right.replace('30 April', '30 August');
    const { verdict, audit_trail } = await answer(wrong, documentOf('law'));
    expect(verdict).not.toBe('SUPPORTED');
    expect(audit_trail.map(({ match_type }) => match_type === 'exact_match')).toEqual([true, true, true, true, false]);
  });

  it('evidence inside one huge sentence without any stop counts', async () => {
    const clauses = Object.values(DOCUMENTS).flat();
    const source = clauses.map((clause) => clause.replace(/\.$/, '').replace(/\. /g, ' ')).join(' and ');
    const { verdict, audit_trail } = await answer('It seats 1,150 people', source);
    expect(source).toContain(audit_trail[0]!.source_span);
    expect(verdict).not.toBe('UNSUPPORTED');
    expect(audit_trail[0]!.source_span).toContain('It seats 1,150 people');
  });
});

describe('complaint 2: a verbatim sentence loses as context is added, or in another letter case', () => {
  it('has the same verdict and confidence alone, in its text and in 9,000 characters of other text', async () => {
    for (const sentence of [DOCUMENTS.opera![1]!, DOCUMENTS.retail![0]!, DOCUMENTS.volcano![4]!]) {
      const alone = await answer(sentence, sentence);
      const filler = fillerWithout('', 4_500);
      for (const source of [`${sentence} ${filler}`, `${filler}${sentence}\n\n${filler}`]) {
        const padded = await answer(sentence, source);
        expect(padded.verdict).toBe('SUPPORTED');
        expect(padded.confidence).toBe(alone.confidence);
      }
      expect(await answer(sentence.toUpperCase(), sentence)).toMatchObject({
        verdict: alone.verdict,
        confidence: alone.confidence,
      });
    }
  });
});

describe('complaint 3: Markdown hides a wrong number', () => {
  it('"**999** million" differs from 67 million and equals itself', async () => {
    const source = 'Revenue reached **67** million euros in the last year.';
    expect((await answer('Revenue reached **999** million euros in the last year.', source)).verdict).not.toBe(
      'SUPPORTED',
    );
    expect((await answer('Revenue reached 999 million euros in the last year.', source)).verdict).not.toBe('SUPPORTED');
    expect((await answer('Revenue reached 67 million euros in the last year.', source)).verdict).toBe('SUPPORTED');
    expect((await answer('Revenue reached **67** _million_ euros in the last year.', source)).verdict).toBe(
      'SUPPORTED',
    );
  });
});

describe('complaint 4: ranges and figures in another notation', () => {
  const source = 'Between 80 % and 90 % of the seats were sold.';
  it('a figure outside a stated range is not supported', async () => {
    expect((await answer('95 % of the seats were sold.', source)).verdict).not.toBe('SUPPORTED');
    expect((await answer('Between 60 % and 70 % of the seats were sold.', source)).verdict).not.toBe('SUPPORTED');
  });

  it('a bound that the range implies is supported', async () => {
    expect((await answer('At least 80 % of the seats were sold.', source)).verdict).toBe('SUPPORTED');
  });

  it('digits with and without separators say the same, and words contradict no digits', async () => {
    expect((await answer('The hall seats 1150 people.', 'The hall seats 1,150 people.')).verdict).toBe('SUPPORTED');
    const { verdict } = await answer('The fire destroyed 12 houses.', 'The fire destroyed twelve houses.');
    expect(verdict).not.toBe('UNSUPPORTED');
  });
});

describe('complaint 5: the same input scores differently on another run', () => {
  it('gives the same bytes alone, again, and with twenty parallel requests', async () => {
    const ask = () => answer(DOCUMENTS.law![3]!.replace('187', '178'), documentOf('law'));
    const alone = JSON.stringify(await ask());
    const others = Object.keys(DOCUMENTS).flatMap((name) =>
      DOCUMENTS[name]!.slice(0, 3).map((claim) => answer(claim, fillerWithout(name, 800))),
    );
    const [beside] = await Promise.all([ask(), ...others]);
    expect(JSON.stringify(beside)).toBe(alone);
    expect(JSON.stringify(await ask())).toBe(alone);
  });
});

describe('complaint 7: the check passes when the model is down', () => {
  it('a model that fails is an error, never a verdict', async () => {
    const down = failing(fakeEncoder(), unavailable('The worker was lost.', 1));
    const asked = verifierOn(down).verify({ claim: 'It seats 1,150 people.', source: documentOf('opera') });
    await expect(asked).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('a claim without evidence is uncertain', async () => {
    expect((await answer('The roof is made of copper.', documentOf('opera'))).verdict).not.toBe('SUPPORTED');
  });
});

describe('complaint 8: sentences break at abbreviations, numbers, tables and lists', () => {
  it.each([
    ['Dr. Ito of the U.S. team, e.g. in No. 5, measured 3.14 metres.', 1],
    ['Prices rose (approx. 2.5 percent) in the U.K. last year.', 1],
    ['- The pump holds 12 litres.\n- The tank holds 90 litres.', 2],
  ])('%s', async (source, spans) => {
    const { verdict, audit_trail } = await answer(
      source,
      `${documentOf('opera')}\n\n${source}\n\n${documentOf('birds')}`,
    );
    expect(verdict).toBe('SUPPORTED');
    expect(audit_trail).toHaveLength(spans);
  });

  it('a row of a table is one span', async () => {
    const source = '| Region | Sales |\n|---|---|\n| North | 1,250 |\n| South | 980 |';
    const { audit_trail } = await answer('| South | 980 |', source);
    expect(audit_trail).toEqual([
      { claim_span: '| South | 980 |', source_span: '| South | 980 |', match_type: 'exact_match' },
    ]);
  });
});

describe('complaint 10: a compound clause hides one wrong part', () => {
  it.each([
    ['opera', 'The opera house was completed in 1884 and seats 1,510 people.'],
    ['opera', 'A fire destroyed the stage in 1921, but the auditorium survived. It seats 2,150 people.'],
    ['retail', 'Ollmer Group opened 48 shops in Poland and closed 21 in Germany last year.'],
    [
      'software',
      'The licence was changed from GPL to MIT in March 2022, and the parser is about 60 percent faster than in the previous release.',
    ],
    ['volcano', 'No one died, because the villagers had been moved to Hamnes the week before.'],
    ['birds', 'Both parents sit on the eggs, which hatch after 16 days.'],
  ])('%s: %s', async (name, claim) => {
    const { verdict, reasoning } = await answer(claim, documentOf(name));
    expect(verdict, reasoning).not.toBe('SUPPORTED');
  });
});

describe('complaint 11: what is true in the world wins over the source', () => {
  const source =
    'In this story, water boils at 60 degrees Celsius. The Moon is made of blue glass. Sydney is the capital of Australia. ' +
    'Spiders have six legs. The Second World War ended in 1951.';
  it.each([
    'Water boils at 60 degrees Celsius.',
    'The Moon is made of blue glass.',
    'Sydney is the capital of Australia.',
    'Spiders have six legs.',
    'The Second World War ended in 1951.',
  ])('the source says so: %s', async (claim) => {
    expect((await answer(claim, source)).verdict).toBe('SUPPORTED');
  });

  it.each([
    'Water boils at 100 degrees Celsius.',
    'Canberra is the capital of Australia.',
    'Spiders have eight legs.',
    'The Second World War ended in 1945.',
    'The Earth is round.',
  ])('the source does not say so: %s', async (claim) => {
    const { verdict, reasoning } = await answer(claim, source);
    expect(verdict, reasoning).not.toBe('SUPPORTED');
  });
});

describe('complaint 14: offline use still calls a model hub', () => {
  it('a verifier opens no connection and looks up no name, in no thread', async () => {
    const library = join(import.meta.dirname, '../../dist/src/index.js');
    const cut = `
      import net from 'node:net';
      import dns from 'node:dns';
      import fs from 'node:fs';
      const refuse = () => { fs.writeSync(1, 'NETWORK USED'); process.exit(9); };
      net.Socket.prototype.connect = refuse;
      dns.lookup = refuse;
      globalThis.fetch = refuse;`;
    const script = `import(${JSON.stringify(library)}).then(async ({ createVerifier }) => {
      const verifier = await createVerifier({ workers: 1 });
      const { verdict } = await verifier.verify({ claim: 'It rained.', source: 'It rained.' });
      await verifier.close();
      console.log(verdict);
    })`;
    const hook = `data:text/javascript,${encodeURIComponent(cut)}`;
    const args = ['--import', hook, '--eval', script];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toBe('SUPPORTED\n');
  });
});
