import { list, type Step } from '../step.ts';
import { text } from './texts.ts';

/** Keys for other lists: of another customer, of an inactive subscription, and one with two requests a minute. */
export const KEYS = list('keys', 'admin', [
  {
    name: 'another customer',
    path: '/admin/v1/keys',
    body: { name: 'other', limit: 1_000_000 },
    keep: { other: 'key' },
  },
  { name: 'two requests', path: '/admin/v1/keys', body: { name: 'few', limit: 2 }, keep: { few: 'key' } },
  { name: 'a customer', path: '/admin/v1/customers', body: { name: 'Past Due' }, keep: { customer: 'id' } },
  {
    name: 'an inactive subscription',
    path: '/admin/v1/subscriptions',
    body: { customer_id: '{{customer}}', status: 'past_due', deliver_key: 'response' },
    keep: { inactive: 'key.key' },
  },
]);

const CLAIM = { claim: 'The plant makes valves.', grounding_source: text('report') };
const ANSWER = (sentences: number) => ({
  answer: Array.from({ length: sentences }, (_, at) => `The harbour has ${at + 2} piers.`).join(' '),
  sources: [{ id: 'a', text: text('harbour') }],
});
const paths = [
  '/v1/verify',
  '/v1/verify/answer',
  '/v1/verify/batch',
  '/v1/matrix',
  '/beta/litellm_basic_guardrail_api',
  '/api/v1/text/context/doc',
];

/** Who may not ask, or not so often. */
export const LIMITS = list('limits', 'few', [
  ...paths.map((path): Step => ({ name: `${path}, inactive`, path, body: CLAIM, token: 'inactive' })),
  { name: 'the account, inactive', path: '/v1/account', token: 'inactive' },
  { name: 'too many sentences', path: '/v1/verify/answer', body: ANSWER(31) },
  { name: 'too many for what is left', path: '/v1/verify/answer', body: ANSWER(20) },
  {
    name: 'too many claims',
    path: '/v1/verify/batch',
    body: { claims: Array.from({ length: 30 }, () => 'a'), grounding_source: 'b' },
  },
  ...[...paths, '/v1/jobs'].map((path): Step => ({ name: `${path}, too often`, path, body: CLAIM })),
  { name: 'the list of jobs, too often', path: '/v1/jobs' },
]);
