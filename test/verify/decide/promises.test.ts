import { describe, expect, it } from 'vitest';
import { withoutNamed } from '../../../src/verify/decide/calibration.ts';
import { decideClaim, decideSpan } from '../../../src/verify/decide/policy.ts';
import { DOCUMENT_PROMISES, PROMISES, type PromiseName } from '../../../src/verify/decide/promises.ts';
import { fakeEncoder, PLAIN_CALIBRATION as plain, scores, verifierOn } from '../../support/fake-encoder.ts';

/** The spans of a claim, for a model that reads support or contradiction in every place. */
async function spansOf(claim: string, source: string, label: 'entailment' | 'contradiction' = 'entailment') {
  const read = () => scores(label, 0.99);
  return (await verifierOn(fakeEncoder({ read })).examine({ claim, source })).spans;
}

/** Those of records have their examples in test/answer/records.test.ts. */
const OF_RECORDS = ['value_absent'] as const;

type DocumentPromise = Exclude<
  PromiseName,
  | 'evidence_disagrees'
  | 'denies_unnamed'
  | 'within_exception'
  | 'within_limit'
  | 'result_unproven'
  | (typeof OF_RECORDS)[number]
>;

/** Claims and sources of the examples in promises.ts. */
const EXAMPLES: Readonly<Record<DocumentPromise, readonly [claim: string, source: string]>> = {
  copy_differs: ['The plant employs 530 people.', 'The plant employs 350 people.'],
  facts_differ: ['It cost $4 million.', 'The hall was rebuilt by a firm from Lund at a cost of $3 million.'],
  not_asserted_by_source: ['The plant is closed.', 'Some say that the plant is closed.'],
  ended_in_source: ['The museum is free.', 'The museum was free until 2019; since then it costs 8 euros.'],
  overstated: ['Each room has a bath.', 'Most rooms come with a bath and a desk.'],
  of_other_part: ['The firm has 50 employees in Hamburg.', 'The firm has 50 employees, most of them in Hamburg.'],
  only_requested: ['The documents were signed.', 'Please sign the documents and return them by Friday.'],
  other_name: ['Maria Hall signed the letter.', 'Marie Hall signed the letter on Monday.'],
  other_relation: ['The price fell to 20 euros.', 'The price fell by 20 euros in May.'],
  other_value: ['It took them close to five years.', 'It took them nine years and eight months.'],
  other_period: ['The festival ends in June.', 'The festival runs from 28 June to 3 July.'],
  says_nothing: ['Yes, it did.', 'The bridge opened in 1987.'],
  excepted: ['Gert speaks Spanish.', 'All but Gert speak Spanish on the team.'],
  parts_exchanged: ['Ana works in Delft.', 'Ana lives in Delft and works in Breda.'],
  roles_exchanged: ['Brix acquired Acme.', 'Brix was acquired by Acme in 2019.'],
  undated: ['Sales fell in 2020.', 'Sales fell last year.'],
  numbers_alone: ['Acme employs 350 people.', '347, 348, 349, 350, 351, 352'],
  denies_saying: ['The document does not say when the contract ends.', 'The contract ends in May.'],
  foreign_language: [
    'Die Mühle wurde im Juni endgültig geschlossen und verkauft.',
    'Die Mühle wird im Juni feierlich eröffnet.',
  ],
};

describe('each promise holds for its example', () => {
  it.each(Object.keys(EXAMPLES) as DocumentPromise[])('%s', async (name) => {
    const [claim, source] = EXAMPLES[name];
    const spans = await spansOf(claim, source);
    expect(spans).toHaveLength(1);
    const { matchType, objections, entailed } = decideSpan(spans[0]!, plain);
    expect(matchType).not.toBe('paraphrase_match');
    expect(objections).toContain(name);
    expect(entailed).toBeLessThan(plain.thresholds.entailed);
    expect(decideClaim(spans, withoutNamed(plain, [...PROMISES])).verdict).toBe('SUPPORTED');
  });

  it.each([
    ['copy_differs', 'The plant employs 350 people.', 'The plant employs 350 people in three shifts.'],
    ['facts_differ', 'It cost $3 million.', 'The hall was rebuilt by a firm from Lund at a cost of $3 million.'],
    ['not_asserted_by_source', 'The plant is closed.', 'It is clear that the plant is closed.'],
    ['ended_in_source', 'The museum costs 8 euros.', 'The museum was free until 2019; since then it costs 8 euros.'],
    ['numbers_alone', 'Acme employs 350 people.', 'Acme: 347, 348, 349, 350, 351, 352'],
    ['overstated', 'Most rooms have a bath.', 'Most rooms come with a bath and a desk.'],
    ['of_other_part', 'The firm has 50 employees.', 'The firm has 50 employees, most of them in Hamburg.'],
    ['only_requested', 'The documents must be signed.', 'Please sign the documents and return them by Friday.'],
    ['only_requested', 'The shop is closed on Monday.', 'Please note that the shop is closed on Monday.'],
    ['only_requested', 'Dogs are kept on a lead.', 'Please keep dogs on a lead in the park.'],
    ['only_requested', 'The parcel was sent.', 'The parcel was sent on Monday, please allow three days.'],
    ['only_requested', 'My parcel was lost.', 'Please help me, my parcel was lost on the way.'],
    ['only_requested', 'The form is attached.', 'Please sign the form that is attached.'],
    ['other_name', 'Maria Hall signed the letter.', 'Maria Hall signed the letter on Monday.'],
    ['other_relation', 'The price fell by 20 euros.', 'In May the price fell by 20 euros.'],
    ['other_value', 'It took them close to ten years.', 'It took them nine years and eight months.'],
    ['other_value', 'It took two years.', 'It took two years, then nine.'],
    ['other_period', 'The desk closes at 1 pm on Saturdays.', 'Mon-Fri 9-18, Sat 9-13.'],
    ['other_period', 'The festival ends in July.', 'The festival runs from 28 June to 3 July.'],
    ['other_period', 'The war lasted four years.', 'The war lasted from 1914 to 1918.'],
    ['says_nothing', 'Yes, the bridge opened in 1987.', 'The bridge opened in 1987.'],
    ['excepted', 'Lea speaks Spanish.', 'All but Gert speak Spanish on the team.'],
    ['parts_exchanged', 'Ana works in Breda.', 'Ana lives in Delft and works in Breda.'],
    ['roles_exchanged', 'Acme acquired Brix.', 'Brix was acquired by Acme in 2019.'],
    ['undated', 'Sales fell in 2020.', 'Sales fell in 2020, more than last year.'],
    ['undated', 'Sales fell in 2020.', '# Report of 12 January 2021\n\nSales fell last year.'],
    ['numbers_alone', 'Acme employs 350 people.', 'Staff: 350'],
    ['denies_saying', 'The report does not mention safety.', 'The report is silent on safety.'],
    ['foreign_language', 'Die Mühle ist zu.', 'Es regnet. Die Mühle ist zu.'],
  ])('%s does not hold for a source that states the claim', async (name, claim, source) => {
    const spans = await spansOf(claim, source);
    expect(decideSpan(spans[0]!, plain).objections).not.toContain(name);
    expect(decideClaim(spans, plain).verdict).toBe('SUPPORTED');
  });
});

it('result_unproven leaves support at even odds, and none for a result that no numbers give', async () => {
  const source = 'Sales were 41 million in 2023 and 46 million in 2024.';
  const decided = async (claim: string) => decideSpan((await spansOf(claim, source))[0]!, plain);
  expect(await decided('Exports grew by 12 %.')).toMatchObject({ objections: ['result_unproven'], entailed: 0.5 });
  expect(await decided('Exports grew by 15 %.')).toMatchObject({
    objections: ['result_unproven'],
    matchType: 'insufficient_evidence',
  });
});

it('denies_unnamed keeps a document that names nothing of what is denied from contradicting', async () => {
  const source = 'The hotel has a bar and a gym.';
  const verdictOf = async (claim: string) => decideClaim(await spansOf(claim, source, 'contradiction'), plain).verdict;
  expect(await verdictOf('The hotel has no pool.')).toBe('UNCERTAIN');
  expect(await verdictOf('The hotel has no gym.')).toBe('UNSUPPORTED');
});

it('denies_unnamed keeps sentences about other things from supporting a denial', async () => {
  const verdictOf = async (source: string) =>
    decideClaim(await spansOf('Brix does not operate in Spain.', source, 'entailment'), plain).verdict;
  expect(await verdictOf('Brix operates in France and Italy.')).toBe('UNCERTAIN');
  expect(await verdictOf('Brix operates only in France and Italy.')).toBe('SUPPORTED');
});

it('within_limit keeps a document that states a limit from contradicting a value within it', async () => {
  const source = 'Guests may stay for up to three weeks.';
  const verdictOf = async (claim: string) => decideClaim(await spansOf(claim, source, 'contradiction'), plain).verdict;
  expect(await verdictOf('Guests stay for two weeks.')).toBe('UNCERTAIN');
  expect(await verdictOf('Guests stay for four weeks.')).toBe('UNSUPPORTED');
});

it('within_exception keeps a sentence from contradicting a denial of what it excepts', async () => {
  const source = 'All but the children may use the sauna.';
  const verdictOf = async (claim: string) => decideClaim(await spansOf(claim, source, 'contradiction'), plain).verdict;
  expect(await verdictOf('The children may not go into the sauna.')).toBe('UNCERTAIN');
  expect(await verdictOf('The grandparents may not go into the sauna.')).toBe('UNSUPPORTED');
});

it('within_exception supports what the exception says', async () => {
  const source = 'All but the children may use the sauna.';
  const [span] = await spansOf('The children may not use the sauna.', source, 'contradiction');
  expect(decideSpan(span!, plain)).toMatchObject({ matchType: 'paraphrase_match', objections: [], entailed: 0.9 });
});

it('every promise has an example, that about several documents in policy.test.ts', () => {
  const examples = [
    ...OF_RECORDS,
    'denies_unnamed',
    'within_exception',
    'within_limit',
    'result_unproven',
    ...Object.keys(EXAMPLES),
  ];
  expect(DOCUMENT_PROMISES.map(({ name }) => name).sort()).toEqual(examples.sort());
  expect(['evidence_disagrees', ...examples].sort()).toEqual([...PROMISES].sort());
});
