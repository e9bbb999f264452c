import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { MATCH_TYPES } from '../../../src/contract/verify.ts';
import type { ClaimDecision } from '../../../src/verify/decide/policy.ts';
import { decidedEvidence } from '../../../src/verify/explain/evidence.ts';
import { writeReasoning } from '../../../src/verify/explain/reasoning.ts';
import { type BuiltSpan, type DecidedSpanPlan, decidedSpan } from '../support/decided-span.ts';

const AGAINST = { entailment: 0.01, neutral: 0.01, contradiction: 0.98 };
const FOR = { entailment: 0.9, neutral: 0.06, contradiction: 0.04 };
const OPEN = { entailment: 0.2, neutral: 0.7, contradiction: 0.1 };
const CLAIM: ClaimDecision = {
  verdict: 'UNCERTAIN',
  confidence: 0.873,
  probabilities: { SUPPORTED: 0.1, UNSUPPORTED: 0.1, UNCERTAIN: 0.8 },
};

const reasoningOf = ({ source, span }: BuiltSpan) => {
  const evidence = decidedEvidence(span, source);
  return writeReasoning(
    { parts: [span.examined.hypothesis], spans: [{ decided: span, evidence, reasons: [] }] },
    CLAIM,
  );
};
const line = (claim: string, source: string, plan: DecidedSpanPlan) =>
  reasoningOf(decidedSpan({ claim, source }, plan)).split('\n')[0]!;
const contradicted = {
  matchType: 'contradiction',
  contradicted: 0.9,
  opposition: { sentences: [0], scores: AGAINST },
} as const;
const unsettled = { matchType: 'insufficient_evidence', closest: { sentences: [0], scores: OPEN } } as const;

describe('the lines', () => {
  it('say what was found, then quote, then give the scores; the last one concludes', () => {
    const built = decidedSpan(
      { claim: 'The Lyon plant employs 530 people.', source: 'The plant employs 350 people and makes valves.' },
      contradicted,
    );
    expect(reasoningOf(built)).toBe(
      '1. "The Lyon plant employs 530 people." is contradicted: the source says 350 people where the claim says 530 ' +
        'people. Quoted: "The plant employs 350 people and makes valves." (entailment 0.01, neutral 0.01, ' +
        'contradiction 0.98)\n2. The claim is judged neither supported as a whole nor contradicted in any part: ' +
        'UNCERTAIN, confidence 0.87.',
    );
    expect(reasoningOf(built)).toBe(reasoningOf(built));
  });

  it('have no scores where a calculation decides, which the model may have read otherwise', () => {
    const { source, span } = decidedSpan(
      { claim: 'It grew by 25 %.', source: 'It was 120 in 2022 and 150 in 2023.' },
      { matchType: 'paraphrase_match', support: { sentences: [0], scores: AGAINST } },
    );
    const result = { operands: [], result: '25 %', formula: '(150 - 120) / 120 = 25 %', places: [], found: undefined };
    const computed = {
      ...result,
      stance: 'for',
      operation: 'percentage_change',
      isWhole: true,
      reason: undefined,
    } as const;
    const spans = [{ decided: { ...span, computed }, evidence: decidedEvidence(span, source), reasons: [] }];
    const reasoning = writeReasoning({ parts: [span.examined.hypothesis], spans }, CLAIM);
    expect(reasoning.split('\n')[0]).toBe(
      '1. "It grew by 25 %." is supported: the source gives (150 - 120) / 120 = 25 %. Quoted: "It was 120 in 2022 and 150 in 2023."',
    );
  });

  it('say of a span that asserts nothing just that', () => {
    const { span } = decidedSpan({ claim: 'Hello!', source: 'It is late.' }, unsettled);
    const reasoning = writeReasoning({ parts: [span.examined.hypothesis], spans: [] }, CLAIM);
    expect(reasoning.split('\n')).toEqual([
      '1. "Hello!" is not a factual statement.',
      '2. The claim is not a factual statement: UNCERTAIN, confidence 0.87.',
    ]);
  });

  it('quote the very words of an exact match with the scores of the sentence around them', () => {
    const source = 'It is known that the mill closed in June. Nobody was hurt.';
    const surface = {
      place: { source: 0, start: 17, end: 40 },
      factuality: undefined,
      premise: { sentences: [0], scores: FOR },
    };
    expect(line('the mill closed in June', source, { matchType: 'exact_match', surface })).toBe(
      '1. "the mill closed in June" appears in the source word for word. Quoted: "the mill closed in June" (entailment ' +
        '0.90, neutral 0.06, contradiction 0.04)',
    );
  });

  it('name what both say of a supported span only where it is equal, and no words that it may have in another form', () => {
    const plan = {
      matchType: 'paraphrase_match',
      entailed: 0.9,
      support: { sentences: [0], scores: FOR },
    } as const;
    expect(line('In 2014 Acme hired 20 people.', 'Acme took on 20 people in 2014.', plan)).toContain(
      'support it; both say 2014; both say 20 people. Quoted: "Acme took on',
    );
    const bounded = line('More than 300 people work at Acme.', 'Acme employs 350 people.', plan);
    expect(bounded).toContain('support it; 350 is more than 300. Quoted:');
    expect(line('Staff were hired by Acme in Lyon.', 'It took on staff. Acme grew.', plan)).toContain(
      'Note: the source does not use "Lyon". Quoted: "It took on staff."',
    );
  });
});

describe('what differs', () => {
  it.each([
    [
      'a negation in the source',
      'Assessors were aware of it.',
      'Assessors were not aware of it.',
      'the quotation is negated ("not") and the claim is not.',
    ],
    [
      'a negation in the claim',
      'No data were lost.',
      'Some data were lost.',
      'the claim is negated ("No") and the quotation is not.',
    ],
    [
      'names',
      'The Weyland Laboratory sequenced it.',
      'The Weyland Institute sequenced it.',
      'the source says "Weyland Institute" where the claim says "Weyland Laboratory". Quoted:',
    ],
    [
      'a name in the same place',
      'It was directed by Ann Lee.',
      'It was directed by Bo Grant.',
      'the source says Bo Grant where the claim says Ann Lee.',
    ],
    ['other roles', 'The dog bit the man.', 'The man bit the dog.', 'contradict it. Quoted:'],
    [
      'other words',
      'The mill opened.',
      'The mill closed.',
      'the source says "closed" where the claim says "opened". Quoted:',
    ],
    [
      'exchanged roles',
      'Brix acquired Acme.',
      'Brix was acquired by Acme.',
      'is contradicted: the source has the parties the other way round.',
    ],
    ['a condition', 'A refund is paid if asked for.', 'A refund is paid unless asked for.', 'contradict it. Quoted:'],
    [
      'a bound',
      'Freight takes parcels over 10 kg.',
      'Freight takes parcels over 20 kg.',
      'the source says over 20 kg where the claim says over 10 kg.',
    ],
  ])('is said of %s', (_, claim, source, expected) => {
    expect(line(claim, source, contradicted)).toContain(expected);
  });

  it('is never said of words that the quotation has in another form', () => {
    const found = line('Claims were allowed on the third of March.', 'Claims were allowed on 3 March.', unsettled);
    expect(found).not.toContain('does not use');
    expect(line('It paid 12,000 euros.', 'It pays 12000 euros.', unsettled)).not.toContain('does not use');
  });

  it.each([
    [
      'the only day that each names',
      'It opens on Friday.',
      'It opens on Monday.',
      'the source says "Monday" where the claim says "Friday"',
    ],
    [
      'days of which a day is none',
      'It opens on Sunday.',
      'It opens Monday to Friday.',
      'says "Monday to Friday" where the claim says "Sunday"',
    ],
    ['no day of a claim that denies', 'It is closed on Sunday.', 'It opens Monday to Friday.', undefined],
    [
      'no word of a text about something else',
      'A dark oak may be felled.',
      'A young oak is sold to the mill.',
      undefined,
    ],
    ['no name beside an amount', 'It costs more than the 300.', 'The other costs 8,900 dollars.', undefined],
    [
      'a word in the place of another',
      'A standard assay finds it.',
      'A novel assay finds it.',
      'says "novel" where the claim says "standard"',
    ],
    ['no bound of the other direction', 'It takes at most two days.', 'It takes more than 48 hours.', undefined],
    ['no value within a bound', 'It lay two years.', 'It lay more than a year.', undefined],
    [
      'a name in the place of another',
      'It gave £600 to the Bowls Club.',
      'It gave £600 to the Silver Band.',
      'says "Silver Band" where the claim says "Bowls Club"',
    ],
    [
      'the only value of its unit',
      'Boil the pasta for 12 minutes.',
      'Boil the pasta in plenty of salted water for 9 minutes.',
      'the source says 9 minutes where the claim says 12 minutes',
    ],
    [
      'a limit of the same kind',
      'Pay the invoice within 14 days.',
      'Pay the invoice within 21 days.',
      'the source says within 21 days where the claim says within 14 days',
    ],
    [
      'a rate beyond a limit',
      'Prices may rise by 10 % on renewal.',
      'Fees may rise on renewal by no more than 5 %.',
      'the source says no more than 5 % where the claim says 10 %',
    ],
    [
      'the only value of its form',
      'England won the series by 2-1.',
      'The series was won by England 3-1.',
      'says "3-1" where the claim says "2-1"',
    ],
    [
      'a name that the source has in another place',
      'Lark Foods was advised by Stone.',
      'Kestrel Foods was advised by Stone, Lark Foods by Park.',
      'says "Kestrel Foods" where the claim says "Lark Foods"',
    ],
    [
      'a name before the same words',
      'Dagny Roth resigned over the tram contracts.',
      'Her predecessor, Piet Maas, resigned over the tram contracts.',
      'says "Piet Maas" where the claim says "Dagny Roth"',
    ],
    [
      'no amount that another sentence has',
      'Branches of up to 75 mm can be chipped.',
      'Stored wood may be chipped only up to 50 mm. It chips branches up to 75 mm.',
      undefined,
    ],
    [
      'a name that the source lacks by one that shares a word with it',
      'It was funded by the Finnish Sleep Society.',
      'Funding: Nordic Sleep Foundation.',
      'says "Nordic Sleep Foundation" where the claim says "Finnish Sleep Society"',
    ],
    [
      'the only number of the same thing',
      'Only four firefighters came.',
      'Forty firefighters were on the scene.',
      'says Forty firefighters where the claim says four firefighters',
    ],
    ['no words between others', "It crashes on the user's phone.", 'User reports: it crashes on a tablet.', undefined],
    ['no day that both name', 'It opens on Mondays.', 'It opens on Monday.', undefined],
  ])('is said of %s', (_, claim, source, expected) => {
    const found = line(claim, source, contradicted);
    if (expected === undefined)
      expect(found).not.toMatch(
        /where the claim says "(?:Sunday|Monday|Friday|dark|phone)|claim says up to 75|the claim says two|is more than|agrees with/,
      );
    else expect(found).toContain(expected);
  });

  it.each([
    [
      'its value in another unit',
      'You have three weeks to pay.',
      'Pay within 21 days.',
      /three weeks agrees with within 21 days/,
    ],
    [
      'a word in another spelling',
      'The CO2 level of COVID19 wards rose.',
      'The CO 2 level of COVID-19 wards rose.',
      /support it\. Quoted/,
    ],
    ['initials of its words', 'The Food and Drug Administration warned.', 'The FDA warned.', /support it\. Quoted/],
    ['words by their initials', 'The CRP level rose.', 'The C-reactive protein level rose.', /support it\. Quoted/],
  ])('do not say that the source lacks %s', (_, claim, source, expected) => {
    const read = { entailment: 0.7, neutral: 0.2, contradiction: 0.1 };
    const found = line(claim, source, { matchType: 'paraphrase_match', support: { sentences: [0], scores: read } });
    expect(found).toMatch(expected);
    expect(found).not.toContain('does not use');
  });

  it('compares a value of the source with one of the claim only', () => {
    const plan = { matchType: 'paraphrase_match', support: { sentences: [0], scores: FOR } } as const;
    const found = line(
      'It grossed less than $154 million here and less than $500 million in all.',
      'It grossed $153 million here.',
      plan,
    );
    expect(found).toContain('$153 million is less than $154 million.');
    expect(found).not.toContain('less than $500 million. Quoted');
  });

  it('names a word of the claim whole, and no verb or adverb, which the source may have in other words', () => {
    const found = line('A sixteen-year-old quickly crossed the glacier.', 'Nobody was there.', unsettled);
    expect(found).toContain('does not use "sixteen-year-old" or "glacier".');
  });

  it('names verbs where nothing else of an unsettled claim is missing', () => {
    const source = 'Two of the fitters were ill.';
    expect(line('The fitters have recovered.', source, unsettled)).toContain('does not use "recovered".');
    const mixed = line('The fitters have recovered in Rome.', source, unsettled);
    expect(mixed).toContain('does not use "Rome".');
  });

  it('relates no value to one of several of its unit', () => {
    const plan = { matchType: 'paraphrase_match', support: { sentences: [0], scores: FOR } } as const;
    const found = line('The job costs less than 400 euros.', 'Discs 260 euros, pads 95 euros.', plan);
    expect(found).not.toContain('less than 400 euros;');
    expect(found).not.toContain('is less than');
  });

  it('notes what speaks against a supported claim', () => {
    const plan = { matchType: 'paraphrase_match', entailed: 0.9, support: { sentences: [0], scores: FOR } } as const;
    expect(line('He has worked for 30 years.', 'His career spans over five decades.', plan)).toContain(
      'Note: the source says over five decades where the claim says 30 years.',
    );
    expect(line('A fire destroyed a building.', 'A fire destroyed a barn.', plan)).not.toContain('Note');
    expect(line('The ward doesnt have beds.', "The ward doesn't have beds.", plan)).not.toContain('Note');
    const stated = 'The excess is 75 euros. We pay 5,000 euros.';
    expect(line('The most that is paid is 5,000 euros.', stated, plan)).not.toContain('Note');
    expect(line('The new one is best.', 'Nothing is better than the old one.', plan)).not.toContain('Note');
    expect(line('The car is old.', 'For your car: new brakes 260 euros.', unsettled)).not.toContain('claim says "old"');
  });

  it('notes the words that the source lacks where support is not sure', () => {
    const close = { matchType: 'paraphrase_match', entailed: 0.6, support: { sentences: [0], scores: FOR } } as const;
    const [claim, source] = ['Protest marches in Lyon filled the harbour.', 'Protestors marched in Lyon.'];
    expect(line(claim, source, close)).toContain('Note: the source does not use "harbour".');
    expect(line("Protests didn't reach Lyon.", source, close)).not.toContain('Note');
    expect(line(claim, source, { ...close, entailed: 0.8 })).not.toContain('Note');
  });

  it('notes of a contradicted claim what speaks for it', () => {
    expect(line('The firm employs more than 400 people.', 'The firm employs 420 people.', contradicted)).toContain(
      'Note: 420 is more than 400.',
    );
  });

  it('names only values and names where most words are missing', () => {
    const most = 'juggle red pebbles, shells, crabs, worms or urchins';
    expect(line(`Otters ${most}.`, 'Otters sleep.', unsettled)).not.toContain('does not use');
    const found = line(`Otters in Lyon ${most} 530 times.`, 'Otters sleep.', unsettled);
    expect(found).toContain('does not use "530 times" or "Lyon".');
  });

  it('names missing words in a row as one, with their adjectives', () => {
    const found = line('Otters live in a temporary town of huts.', 'Otters sleep.', unsettled);
    expect(found).toContain('does not use "temporary town of huts".');
  });

  it('names no missing words of a decided claim but values and names', () => {
    const source = 'The works run at night.';
    expect(line('The engines of the works run.', source, contradicted)).not.toContain('does not use');
    expect(line('The engines in Lyon run.', source, contradicted)).toContain('does not use "Lyon".');
  });
});

describe('a weak verdict', () => {
  const source = 'Five shirts cost 9 euros.';
  const mixed = { entailment: 0.2, neutral: 0.1, contradiction: 0.7 };

  it.each([
    ['paraphrase_match', 'support', mixed],
    ['contradiction', 'opposition', { entailment: 0.7, neutral: 0.1, contradiction: 0.2 }],
  ] as const)(
    'by %s gives the probabilities, which the scores of the quoted words do not show',
    (matchType, side, scores) => {
      const probabilities = { entailed: 0.52, contradicted: 0.41 };
      const found = line('They are cheap.', source, {
        matchType,
        ...probabilities,
        [side]: { sentences: [0], scores },
      });
      expect(found).toContain(' is weakly ');
      expect(found).toContain('(0.52)');
      expect(found).toContain('(0.41)');
    },
  );
});

describe('an objection', () => {
  const source = 'The works in Ghent burn 50 tons of wood. The works in Ghent burn 50 or 60 tons of coal.';

  it('to a copy quotes the copied sentence and what was exchanged', () => {
    const found = line('The works in Ghent burn 75 tons of wood.', source, {
      ...unsettled,
      closest: { sentences: [1], scores: OPEN },
      copied: { sentences: [0], scores: AGAINST },
      objections: ['copy_differs', 'facts_differ'],
    });
    expect(found).toBe(
      '1. "The works in Ghent burn 75 tons of wood." is not settled: ' +
        'the source says 50 tons of wood where the claim says 75 tons of wood. Quoted: "The works in Ghent burn ' +
        '50 tons of wood." (entailment 0.01, neutral 0.01, contradiction 0.98)',
    );
  });

  it('to a fact that differs quotes the closest sentence and both values', () => {
    const closest = { sentences: [0], scores: OPEN };
    const found = line('The works burn 75 tons of wood.', source, {
      ...{ ...unsettled, closest, objections: ['facts_differ'] },
    });
    expect(found).toContain('the source says 50 tons of wood where the claim says 75 tons of wood');
    expect(found).toContain('Quoted: "The works in Ghent burn 50 tons of wood."');
  });

  it('to foreign text says what the model reads, and more only where a sentence can be quoted', () => {
    const objections = ['foreign_language'] as const;
    const foreign = 'is not settled: it seems to be written in a language that the model does not read.';
    const near = line('Das Werk in Gent brennt.', source, { ...unsettled, objections });
    expect(near).toContain(`${foreign} Quoted: "The works in Ghent burn 50 tons of wood." (entailment 0.20`);
    const closest = { sentences: [0], scores: OPEN, coverage: 0.09 };
    expect(line('Das Werk.', source, { ...unsettled, closest, objections })).toBe(`1. "Das Werk." ${foreign}`);
  });

  it.each([
    ['denied', 'He denied that the mill closed.', 'denies them'],
    ['reported', 'He says that the mill closed.', 'reports them only as what somebody says or thinks'],
    ['questioned', 'Is it so that the mill closed?', 'asks them as a question'],
    ['conditional', 'It ends if and when the mill closed.', 'makes them depend on a condition'],
    ['hypothetical', 'Perhaps the mill closed.', 'states them only as possible or planned'],
  ] as const)('to words that are %s says what the source does with them', (factuality, text, expected) => {
    const start = text.indexOf('the mill');
    const surface = {
      place: { source: 0, start, end: start + 15 },
      factuality,
      premise: { sentences: [0], scores: OPEN },
    };
    const found = line('the mill closed', text, {
      ...unsettled,
      surface,
      objections: ['not_asserted_by_source'],
    });
    expect(found).toContain(`is not settled: the source has these words, but ${expected}. Quoted: "${text}" (`);
  });

  it('where the sources disagree quotes both sides, each with its own scores', () => {
    const found = line('Freight costs 20 euros.', 'Freight costs 30 euros. It is old. You pay 20 euros for freight.', {
      matchType: 'insufficient_evidence',
      support: { sentences: [2], scores: FOR },
      opposing: { sentences: [0], scores: AGAINST },
      objections: ['evidence_disagrees'],
    });
    expect(found).toBe(
      '1. "Freight costs 20 euros." is not settled: the sources disagree. Quoted: "You pay 20 euros for freight." ' +
        '(entailment 0.90, neutral 0.06, contradiction 0.04). The model judges that another passage contradicts it: ' +
        'the source says 30 euros where the claim says 20 euros. Quoted: "Freight costs 30 euros." (entailment 0.01, ' +
        'neutral 0.01, contradiction 0.98)',
    );
  });
});

describe('a rule that keeps a span from a verdict', () => {
  it('is said in the place of the scores, and noted of a supported claim', () => {
    const objections = ['result_unproven'] as const;
    const found = line('Sales doubled.', 'Sales were 4 and then 9.', { ...unsettled, objections });
    expect(found).toContain('is not settled: the rules cannot calculate it');
    const support = { sentences: [0], scores: FOR };
    const supported = { matchType: 'paraphrase_match', support, objections } as const;
    expect(line('Sales doubled.', 'Sales were 4 and then 9.', supported)).toContain('the rules cannot calculate it');
  });
});

describe('a quotation', () => {
  const filler = 'and so on with many other words that say nothing at all of it, '.repeat(8);

  it('says where the sentences around it decide', () => {
    const support = { sentences: [1], scores: FOR, inContext: true } as const;
    expect(line('Bo left.', 'Ann left. He left too. It rained.', { matchType: 'paraphrase_match', support })).toContain(
      'Quoted: "He left too." (read with the sentences around it: entailment 0.90',
    );
    const passage = { sentences: [0, 1], scores: FOR };
    const closest = { sentences: [0], scores: AGAINST };
    expect(
      line('Bo left.', 'Ann left. He left too.', { matchType: 'paraphrase_match', support, passage, closest }),
    ).toContain('Quoted: "Ann left." (read with the sentences around it: entailment 0.90');
    const alone = { sentences: [1], scores: FOR };
    const found = line('Bo left.', 'Ann left. He left too.', { matchType: 'paraphrase_match', support: alone });
    expect(found).toContain('Quoted: "He left too." (entailment 0.90');
  });

  it.each([
    ['end', `The plant, ${filler}employs 350 people.`, /Quoted: "\.\.\.[^"]*employs 350 people\." \(/],
    [
      'middle',
      `The plant, ${filler}employs 350 people ${filler}.`,
      /Quoted: "\.\.\.[^"]*employs 350 people[^"]*\.\.\." \(/,
    ],
    ['beginning', `The plant employs 350 people ${filler}.`, /Quoted: "The plant employs 350 people[^"]*\.\.\." \(/],
  ])('that is long keeps its %s if the difference is there', (_, source, expected) => {
    const found = line('The plant employs 530 people.', source, contradicted);
    expect(found).toMatch(expected);
    expect(/Quoted: "([^"]*)"/.exec(found)![1]!.length).toBeLessThanOrEqual(400);
    expect(found).toContain('the source says 350 people where the claim says 530 people');
  });

  it('does not let a phrase run on over the end of its sentence', () => {
    const found = line(
      'The gate is open until 5 p.m.',
      'The gate is open until 4 p.m. Plus gives access.',
      contradicted,
    );
    expect(found).toContain('the source says 4 p.m. where the claim says 5 p.m. Quoted:');
  });
});

const words = fc.constantFrom(
  '350',
  '530 people',
  'not',
  'Lyon',
  'Ann Lee',
  '4 p.m. Plus',
  'in May. The',
  '12,000',
  'unless',
  'mill.',
  '\n\n',
  '工厂。',
);
const text = fc
  .array(
    fc.oneof(words, fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 80 })),
    { minLength: 1, maxLength: 30 },
  )
  .map((parts) => `x ${parts.join(' ').replaceAll('"', "'").replaceAll('...', '')}`);
const probability = fc.double({ min: 0, max: 1, noNaN: true });
const scoresOf = (one: typeof probability) => fc.record({ entailment: one, neutral: one, contradiction: one });
const scores = scoresOf(probability);
/** Below those of a sentence that carries a verdict. */
const lowest = fc.double({ min: 0, max: 0.4, noNaN: true });
const OBJECTIONS = ['foreign_language', 'facts_differ', 'evidence_disagrees'] as const;

const QUOTED = /Quoted: "([^"]*)" \((entailment \d\.\d\d, neutral \d\.\d\d, contradiction \d\.\d\d)\)/g;

describe('two places', () => {
  const passage = { sentences: [0, 1, 2], scores: FOR };
  const support = { sentences: [0], scores: FOR, inContext: true } as const;
  const plan = { matchType: 'paraphrase_match', passage, support } as const;
  const source = 'The rate is fixed at 4 percent. The bank is in Bonn. Payments start in March.';
  const quotedOf = (claim: string) =>
    [...line(claim, source, plan).matchAll(/Quoted: "([^"]*)"/g)].map(([, quoted]) => quoted);

  it('are quoted where the second one has words of the claim that the first one lacks', () => {
    expect(quotedOf('The rate is fixed and payments start in March.')).toEqual([
      'The rate is fixed at 4 percent.',
      'Payments start in March.',
    ]);
  });

  it('are quoted where the passage says more for the claim than the first place alone', () => {
    const claim = 'The rate is fixed and payments start in March.';
    const placesOf = (entailment: number) =>
      line(claim, source, { ...plan, support: { sentences: [0], scores: { ...FOR, entailment } } }).match(/Quoted/g);
    expect(placesOf(0.6)).toHaveLength(2);
    expect(placesOf(0.8)).toHaveLength(1);
  });

  it('are quoted of a contradiction that the passage gives as a whole', () => {
    const against = { sentences: [0], scores: AGAINST, inContext: true } as const;
    const found = line('The rate is fixed and payments start in June.', source, {
      matchType: 'contradiction',
      opposition: against,
      passage: { sentences: [0, 1, 2], scores: AGAINST },
    });
    expect(found).toContain('Quoted: "Payments start in March."');
  });

  it('name the words of the second in a row where it has them so', () => {
    const dated = 'The bank is in Bonn. It pays from 31 December 2025 on.';
    const places = { ...plan, passage: { sentences: [0, 1], scores: FOR } };
    const found = line('From 31 December 2025 on the bank in Bonn pays.', dated, places);
    expect(found).toContain('"31 December 2025"');
  });

  it('are not quoted of a claim that one place states', () => {
    expect(quotedOf('The rate is fixed at 4 percent.')).toEqual(['The rate is fixed at 4 percent.']);
  });
});

describe('on any text', () => {
  test.prop([
    text,
    text,
    fc.tuple(scores, scores, scoresOf(lowest)),
    fc.constantFrom(...MATCH_TYPES),
    fc.subarray([...OBJECTIONS]),
  ])(
    'quotes the source and gives the scores of the premise that decided',
    (claim, source, [support, opposition, closest], matchType, raised) => {
      const last = decidedSpan({ claim, source }, unsettled).source.sentences.length - 1;
      const objections = matchType === 'insufficient_evidence' ? raised : [];
      const built = decidedSpan(
        { claim, source },
        {
          ...{ matchType, objections },
          support: { sentences: [last], scores: support },
          opposition: { sentences: [last], scores: opposition },
          ...(objections.includes('evidence_disagrees') && { opposing: { sentences: [last], scores: opposition } }),
          closest: { sentences: [0], scores: closest },
          surface: {
            place: { source: 0, start: 0, end: 1 },
            factuality: undefined,
            premise: { sentences: [0], scores: closest },
          },
        },
      );
      const [first, conclusion, ...more] = reasoningOf(built).split('\n');
      expect(more).toEqual([]);
      expect(conclusion).toMatch(/^2\. .*: UNCERTAIN, confidence 0\.87\.$/);
      const flat = source.replace(/\s+/g, ' ');
      const quoted = [...first!.matchAll(QUOTED)];
      for (const [, quotation] of quoted) {
        expect(quotation!.length).toBeLessThanOrEqual(400);
        if (!quotation!.includes('...')) expect(flat).toContain(quotation);
      }
      const expected = { exact_match: [closest], paraphrase_match: [support], contradiction: [opposition] };
      const unsettledBy = objections.includes('evidence_disagrees') ? [support, opposition] : [closest];
      const decided = matchType === 'insufficient_evidence' ? unsettledBy : expected[matchType];
      expect(quoted.map(([, , printed]) => printed)).toEqual(
        decided.map(
          (one) =>
            `entailment ${one.entailment.toFixed(2)}, neutral ${one.neutral.toFixed(2)}, contradiction ${one.contradiction.toFixed(2)}`,
        ),
      );
    },
  );
});
