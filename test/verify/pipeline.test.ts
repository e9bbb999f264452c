import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { MATCH_TYPES, VERDICTS } from '../../src/contract/verify.ts';
import type { CrossEncoder } from '../../src/nli/types.ts';
import { splitSentences } from '../../src/text/index.ts';
import { toResponseBody } from '../../src/verify/bodies.ts';
import { byWords, fakeEncoder, type ReadPair, scores, verifierOn } from '../support/fake-encoder.ts';

const SOURCE = 'The mill closed in June. Its owner, Ada Brandt, sold the land to the town. Nobody was hurt.';
const LONG_SOURCE = `${SOURCE} Rain fell. Snow fell. Hail fell.`;
const silent: ReadPair = () => scores('neutral');

async function answer(claim: string, source: string, read: ReadPair = byWords) {
  const input = { claim, source };
  return toResponseBody(await verifierOn(fakeEncoder({ read })).verify(input));
}

describe('the answer', () => {
  it('has one entry for each claim span, in claim order', async () => {
    const claim = 'Hello! Nobody was hurt. The mill closed in June. The land is for sale.';
    const { audit_trail } = await answer(claim, SOURCE);
    expect(audit_trail.map((entry) => entry.claim_span)).toEqual([
      'Hello!',
      'Nobody was hurt.',
      'The mill closed in June.',
      'The land is for sale.',
    ]);
    expect(audit_trail.map((entry) => entry.match_type)).toEqual([
      'insufficient_evidence',
      'exact_match',
      'exact_match',
      'insufficient_evidence',
    ]);
    expect(audit_trail[1]!.source_span).toBe('Nobody was hurt.');
  });

  it('names no source span for a claim span that asserts nothing', async () => {
    const { audit_trail, verdict } = await answer('Many thanks!', SOURCE);
    expect(audit_trail).toEqual([{ claim_span: 'Many thanks!', source_span: '', match_type: 'insufficient_evidence' }]);
    expect(verdict).toBe('UNCERTAIN');
  });

  it('is byte for byte the same on every call, with another verifier too', async () => {
    const claim = 'The mill closed in June and the land was sold. Ada Brandt was hurt.';
    const first = JSON.stringify(await answer(claim, SOURCE));
    expect(JSON.stringify(await answer(claim, SOURCE))).toBe(first);
    const input = { claim, source: SOURCE };
    const verifier = verifierOn(fakeEncoder());
    await verifier.verify({ claim: 'Other words came before.', source: 'Something else entirely.' });
    expect(JSON.stringify(toResponseBody(await verifier.verify(input)))).toBe(first);
  });

  it('changes with another model', async () => {
    const claim = 'The works shut down in summer.';
    const verdictBy = async (read: ReadPair) => (await answer(claim, `${SOURCE} The works of Kant.`, read)).verdict;
    const about =
      (label: 'entailment' | 'contradiction'): ReadPair =>
      () =>
        scores(label);
    expect(await verdictBy(silent)).toBe('UNCERTAIN');
    expect(await verdictBy(about('entailment'))).toBe('SUPPORTED');
  });

  it('supports the very words of the source where they are a whole sentence, whatever the model reads', async () => {
    const against: ReadPair = () => scores('contradiction');
    const verdictOf = async (claim: string, source: string) => (await answer(claim, source, against)).verdict;
    expect(await verdictOf('The mill closed in June', SOURCE)).toBe('SUPPORTED');
    expect(await verdictOf('The mill closed in June.', `> ${SOURCE}`)).toBe('SUPPORTED');
    expect(await verdictOf('Ada Brandt sold the land to the town.', SOURCE)).not.toBe('SUPPORTED');
    expect(await verdictOf('The mill closed.', SOURCE)).not.toBe('SUPPORTED');
  });

  it('has a numbered line for each span and one for the verdict', async () => {
    const { reasoning, verdict, confidence } = await answer('Nobody was hurt. The land is for sale.', SOURCE);
    const lines = reasoning.split('\n');
    expect(lines).toHaveLength(3);
    for (const [i, line] of lines.entries()) expect(line).toMatch(new RegExp(`^${i + 1}\\. `));
    expect(lines[0]).toContain('"Nobody was hurt."');
    expect(lines[2]).toContain(`${verdict}, confidence ${confidence.toFixed(2)}.`);
  });
});

describe('two phases', () => {
  const evidence: ReadPair = (premise) => scores(premise.includes('land') ? 'entailment' : 'neutral');
  const claim = 'The mill closed in June and the land was sold. Ada Brandt was hurt.';

  it('answer from the verdict model alone, whatever the evidence model reads', async () => {
    const input = { claim: 'The town has the land.', source: LONG_SOURCE };
    const encoder = fakeEncoder({ read: silent, evidence: () => scores('entailment', 0.99) });
    expect((await verifierOn(encoder).verify(input)).verdict).toBe('UNCERTAIN');
  });

  it('answer byte for byte as one phase where the verdict model reads every sentence', async () => {
    const input = { claim, source: SOURCE };
    const both = verifierOn(fakeEncoder({ evidence }));
    expect(JSON.stringify(toResponseBody(await both.verify(input)))).toBe(JSON.stringify(await answer(claim, SOURCE)));
  });

  it('are reported with both models', () => {
    const { info } = verifierOn(fakeEncoder({ evidence }));
    expect(info).toMatchObject({ policyVersion: '4', calibration: 'plain', notices: [] });
    expect([info.model.id, info.evidenceModel?.id]).toEqual(['fake-nli', 'fake-evidence']);
    expect(verifierOn(fakeEncoder()).info.evidenceModel).toBeUndefined();
  });
});

describe('evidence', () => {
  it('that crosses a sentence is found in the passage, and the best-ranked sentence is shown in its context', async () => {
    const both: ReadPair = (premise) =>
      premise.includes('closed') && premise.includes('brandt') ? scores('entailment') : scores('neutral');
    const { verdict, audit_trail, reasoning } = await answer('Ada Brandt closed the mill.', SOURCE, both);
    expect(verdict).toBe('SUPPORTED');
    expect(SOURCE).toContain(audit_trail[0]!.source_span);
    expect(reasoning).toContain('read with the sentences around it');
  });

  it('of one sentence is shown alone', async () => {
    const closed: ReadPair = (premise) => scores(premise.includes('closed') ? 'entailment' : 'neutral');
    const { audit_trail, reasoning } = await answer('The mill shut in June.', SOURCE, closed);
    expect(audit_trail[0]).toEqual({
      claim_span: 'The mill shut in June.',
      source_span: 'The mill closed in June.',
      match_type: 'paraphrase_match',
    });
    expect(reasoning).not.toContain('read with the sentences around it');
  });

  it('against a claim is the sentence that speaks against it', async () => {
    const against: ReadPair = (premise) => scores(premise.includes('nobody') ? 'contradiction' : 'neutral');
    const { verdict, audit_trail } = await answer('Somebody at the mill was hurt.', SOURCE, against);
    expect(verdict).toBe('UNSUPPORTED');
    expect(audit_trail[0]).toMatchObject({ source_span: 'Nobody was hurt.', match_type: 'contradiction' });
  });

  it('for and against in one document follows the passage', async () => {
    const source = 'The old mill closed in June. Rain fell. The old mill stayed open all June.';
    const split =
      (passage: ReturnType<typeof scores>): ReadPair =>
      (premise) => {
        const [closed, stayed] = [premise.includes('closed'), premise.includes('stayed')];
        if (closed && stayed) return passage;
        return closed === stayed ? scores('neutral') : scores(closed ? 'entailment' : 'contradiction');
      };
    const decided = async (passage: ReturnType<typeof scores>) => {
      const { verdict, audit_trail } = await answer('The old mill in June shut down.', source, split(passage));
      return [verdict, ...audit_trail.map(({ source_span }) => source_span)];
    };
    const [closed, stayed] = ['The old mill closed in June.', 'The old mill stayed open all June.'];
    expect(await decided(scores('entailment'))).toEqual(['SUPPORTED', closed]);
    expect(await decided(scores('contradiction'))).toEqual(['UNSUPPORTED', stayed]);
    expect(await decided(scores('neutral'))).toEqual(['UNCERTAIN', closed]);
  });

  it('is not taken from an off-topic source, however contradictory the model finds it', async () => {
    const { verdict } = await answer('Otters sleep afloat.', SOURCE, () => scores('contradiction', 0.99));
    expect(verdict).toBe('UNCERTAIN');
  });
});

describe('an aborted request', () => {
  it('rejects with the reason of the signal, before anything is scored or after', async () => {
    const encoder = fakeEncoder();
    const gone = AbortSignal.abort(new Error('the client disconnected'));
    const input = { claim: 'Nobody was hurt.', source: SOURCE };
    await expect(verifierOn(encoder).verify(input, { signal: gone })).rejects.toThrow('the client disconnected');
    expect(encoder.asked).toEqual([]);
    const controller = new AbortController();
    const late = fakeEncoder({
      read: () => {
        controller.abort(new Error('too late'));
        return scores('neutral');
      },
    });
    await expect(verifierOn(late).verify(input, { signal: controller.signal })).rejects.toThrow('too late');
  });

  it('is not decided even where the model answers all the same', async () => {
    const controller = new AbortController();
    const encoder = fakeEncoder();
    const deaf: CrossEncoder = {
      ...encoder,
      admit: (costMs) => ({
        ...encoder.admit(costMs),
        score: (phase, pairs) => {
          controller.abort(new Error('gone'));
          return encoder.admit(costMs).score(phase, pairs);
        },
      }),
    };
    const asked = verifierOn(deaf).verify({ claim: 'Nobody was hurt.', source: SOURCE }, { signal: controller.signal });
    await expect(asked).rejects.toThrow('gone');
  });
});

const LONG_SENTENCE = Array.from({ length: 1_900 }, (_, i) => `w${i}`).join(' ');
const CJK = '工厂在六月关闭。没有人受伤。土地被出售给城镇。';

describe('texts of every shape', () => {
  it.each([
    ['punctuation only', '!!! ... ???', '--- *** ---'],
    ['emoji only', '😀😀', '😡 🚀'],
    ['one character each', 'x', 'y'],
    ['the longest texts', 'a claim. '.repeat(55), 'The word is here. '.repeat(555)],
    ['a sentence without any stop', 'w7 w8 w9', LONG_SENTENCE.slice(0, 10_000)],
    ['a word without any space', 'y'.repeat(500), 'z'.repeat(10_000)],
    ['Chinese', '工厂在六月关闭。', CJK],
    ['NUL and line ends', 'a\u0000b.\r\nc', 'a\u0000b.\r\n\r\nc'],
    ['right-to-left marks', '\u202eabc\u202c is here', 'שלום abc \u202eabc'],
  ])('get a whole answer: %s', async (_, claim, source) => {
    const { verdict, confidence, reasoning, audit_trail } = await answer(claim, source);
    expect(VERDICTS).toContain(verdict);
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(reasoning).toMatch(/^1\. /);
    expect(audit_trail.length).toBeGreaterThanOrEqual(1);
  });

  it.each([
    ['工厂在六月关闭，土地被出售给城镇，没有人受伤。', '工厂在七月关闭，土地没有被出售给城镇，许多人受伤。'],
    ['Die Mühle wurde im Juni endgültig geschlossen und verkauft.', 'Die Mühle wird im Juni feierlich eröffnet.'],
  ])('in a language that the model does not read are supported by their own words only: %s', async (claim, other) => {
    const entails: ReadPair = () => scores('entailment');
    expect((await answer(claim, `${other} ${claim}`, entails)).verdict).toBe('SUPPORTED');
    expect((await answer(claim, other, entails)).verdict).toBe('UNCERTAIN');
  });
});

const phrases = fc.constantFrom(
  'The mill closed in June. ',
  'Nobody was hurt.\n\n',
  'Thanks! ',
  '- a list item\n',
  '| a | b |\n',
  '“quoted” 12,000 ',
  '😀 ',
  '关闭。',
  'a\u0301\r\n',
  '... ',
);
const shortText = fc
  .array(fc.oneof(phrases, fc.string({ unit: 'grapheme', maxLength: 8 })), { minLength: 1, maxLength: 10 })
  .map((parts) => parts.join('').slice(0, 400))
  .filter((text) => /[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text) && !/\p{Surrogate}/u.test(text));

test.prop([shortText, shortText], { numRuns: 60 })(
  'every reported span is a substring, in claim order, and no span of the claim is left out',
  async (claim, source) => {
    const { audit_trail } = await answer(claim, source);
    expect(audit_trail.length).toBeGreaterThanOrEqual(splitSentences(claim).length);
    let at = 0;
    for (const { claim_span, source_span, match_type } of audit_trail) {
      const found = claim.indexOf(claim_span, at);
      expect(found).toBeGreaterThanOrEqual(at);
      at = found + claim_span.length;
      expect(source).toContain(source_span);
      expect(MATCH_TYPES).toContain(match_type);
      if (match_type !== 'insufficient_evidence') expect(source_span).not.toBe('');
    }
    const visible = (text: string) => text.replace(/\s/g, '');
    expect(visible(audit_trail.map((entry) => entry.claim_span).join(''))).toBe(visible(claim));
  },
);

describe('many claims against one source', () => {
  const source = `${SOURCE} ${'The owners sold the blue mill. Rain fell on the red land. '.repeat(20)}${'long words '.repeat(60)}`;
  const claims = [
    'Nobody was hurt.',
    'The mill closed in July. Ada Brandt sold the land.',
    'Hello!',
    `The town bought ${'a lot of '.repeat(20)}land.`,
    'Nobody was hurt.',
  ];

  it.each([512, 64])('are answered as one by one, by a model of %d positions', async (maxPairTokens) => {
    const open = () => verifierOn(fakeEncoder({ evidence: byWords, maxPairTokens }));
    const many = await open().verifyMany({ claims, source });
    expect(many).toHaveLength(claims.length);
    for (const [i, claim] of claims.entries()) {
      const input = { claim, source };
      expect(toResponseBody(many[i]!)).toEqual(toResponseBody(await open().verify(input)));
    }
  });

  it('read the source once', async () => {
    const together = fakeEncoder();
    await verifierOn(together).verifyMany({ claims: ['Nobody was hurt.', 'The mill closed.'], source: SOURCE });
    const alone = fakeEncoder();
    await verifierOn(alone).verify({ claim: 'Nobody was hurt.', source: SOURCE });
    const reads = ({ tokenized }: typeof alone) => tokenized.filter((text) => text.startsWith('Its owner')).length;
    expect(reads(together)).toBeLessThan(2 * reads(alone));
  });
});
