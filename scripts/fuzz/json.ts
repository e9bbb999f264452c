import fc, { type Arbitrary } from 'fast-check';
import { area } from './area.ts';
import { send } from './exchange.ts';

const TEXTS = { claim: 'It was founded.', grounding_source: 'Acme was founded in 1990.' };
const ANSWER = {
  answer: 'It was founded. It has 7 staff [a].',
  sources: [{ id: 'a', text: 'Acme was founded in 1990.', title: 'History' }],
  citations: 'brackets',
  offsets: 'utf8',
};
/** Routes with what each takes, in the body or, for GET, in the query; none ends a key that is in use. */
const ROUTES = [
  ['POST', '/v1/verify', TEXTS],
  ['POST', '/v1/verify?detail=full', TEXTS],
  ['POST', '/v1/verify/answer', ANSWER],
  ['POST', '/v1/verify/batch', { claims: [TEXTS.claim], grounding_source: TEXTS.grounding_source }],
  ['POST', '/admin/v1/customers', { name: 'a', email: 'a@example.com' }],
  ['PATCH', '/admin/v1/customers/nobody', { name: 'a' }],
  ['POST', '/admin/v1/subscriptions', { customer_id: 'nobody', plan: 'standard' }],
  ['PATCH', '/admin/v1/subscriptions/nobody', { status: 'active' }],
  ['POST', '/admin/v1/keys', { name: 'a', limit: 5 }],
  ['POST', '/admin/v1/keys/nobody/rotate', { overlap_seconds: 5 }],
  ['PUT', '/admin/v1/plans/fuzzed', { name: 'a', limit: 5, window_seconds: 60 }],
  ['GET', '/admin/v1/customers', { search: 'a', count: '5' }],
  ['GET', '/admin/v1/audit', { count: '5' }],
  ['GET', '/admin/v1/keys', { subscription_id: 'nobody' }],
  ['GET', '/admin/v1/keys/nobody/usage', { days: '5' }],
] as const;

const odd: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.constantFrom<unknown>(null, true, 0, -0, -1, 1e308, 5e-324, 2 ** 53, '', ' ', '\0', '\u202e', '\ud800', [], {}, [
    [],
  ]),
  fc.constantFrom(
    '2024-02-30T00:00:00Z',
    '+275760-09-13T00:00:00.001Z',
    "'; DROP TABLE api_keys; --",
    '%',
    '_',
    '=1+1',
    '@',
  ),
  fc.nat(12).map((power) => 'x'.repeat(2 ** power)),
);
const NAMES = ['__proto__', 'constructor', 'claim', 'grounding_source', 'name', 'id', 'limit', 'status', '', 'toJSON'];

const SPOILERS = ['', ',', '}', '"', '\\', '\\ud800', '{', '[', '\xff', '\0'];
const TYPES = ['application/json; charset=utf-8', 'text/plain', 'application/jsonx', 'application/json;'];

/** Something that is there in one case of so many, and `usual` in all others. */
const seldom = <Value>(usual: Value, other: Arbitrary<Value>, weight = 9) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** How the body differs from a good one before it is written as JSON, then as bytes. */
const inputs = fc.record({
  route: fc.constantFrom(...ROUTES),
  replaced: seldom(
    [],
    fc.array(fc.tuple(fc.nat(3), fc.oneof(odd, fc.string({ unit: 'binary' }))), { maxLength: 2 }),
    1,
  ),
  added: seldom([], fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), odd), { maxLength: 3 }), 4),
  whole: seldom(undefined, odd),
  spoiled: seldom(
    undefined,
    fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), with: fc.constantFrom(...SPOILERS) }),
    3,
  ),
  nested: seldom(0, fc.nat(100_000)),
  encoding: seldom<BufferEncoding>('utf8', fc.constantFrom('utf16le', 'latin1')),
  mark: seldom('', fc.constant('\ufeff')),
  type: seldom('application/json', fc.constantFrom(...TYPES)),
});
type Input = typeof inputs extends Arbitrary<infer T> ? T : never;

/** Bodies and queries for every route that takes one: wrong values, names, nesting, syntax and encoding. */
export const jsonArea = area({
  name: 'json',
  inputs,
  check: async (input, target) => {
    const [method, path] = input.route;
    const token = path.startsWith('/admin') ? target.adminToken : target.key;
    const headers = { authorization: `Bearer ${token}`, 'content-type': input.type };
    if (method === 'GET') await send(target, { method, path: `${path}?${queryOf(input)}`, headers });
    else await send(target, { method, path, headers, body: Buffer.from(bodyOf(input), input.encoding) });
  },
});

function pairsOf({ route: [, , good], replaced, added }: Input): [string, unknown][] {
  const names = Object.keys(good);
  const inside = new Map<string, unknown>(Object.entries(good));
  for (const [place, value] of replaced) inside.set(names[place % names.length]!, value);
  return [...inside, ...added];
}

function queryOf(input: Input): string {
  const values = pairsOf(input).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const query = new URLSearchParams(values).toString();
  if (input.spoiled === undefined) return query;
  return `${query}${encodeURI(input.spoiled.with)}%`;
}

function bodyOf(input: Input): string {
  const { whole, spoiled, nested, mark } = input;
  // Written by hand: a name that is given twice is lost in an object.
  const fields = pairsOf(input).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const inner = whole === undefined ? `{${fields.join()}}` : JSON.stringify(whole);
  const text = mark + '['.repeat(nested) + inner + ']'.repeat(nested);
  if (spoiled === undefined) return text;
  const place = Math.floor(spoiled.at * text.length);
  return text.slice(0, place) + spoiled.with + text.slice(place + 1);
}
