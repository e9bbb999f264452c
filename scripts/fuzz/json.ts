import fc, { type Arbitrary } from 'fast-check';
import { area } from './area.ts';
import { send } from './client.ts';

/** The routes that take a body, with the least that each takes; none ends a key that is in use. */
const ROUTES = [
  ['POST', '/v1/verify', { claim: 'It was founded.', grounding_source: 'Acme was founded in 1990.' }],
  ['POST', '/v1/matrix', { claim: 'It was founded.', grounding_source: 'Acme was founded in 1990.' }],
  ['POST', '/admin/v1/customers', { name: 'a', email: 'a@example.com' }],
  ['PATCH', '/admin/v1/customers/nobody', { name: 'a' }],
  ['POST', '/admin/v1/subscriptions', { customer_id: 'nobody', plan: 'standard' }],
  ['PATCH', '/admin/v1/subscriptions/nobody', { status: 'active' }],
  ['POST', '/admin/v1/keys', { name: 'a', limit: 5 }],
  ['POST', '/admin/v1/keys/nobody/rotate', { overlap_seconds: 5 }],
  ['PUT', '/admin/v1/plans/fuzzed', { name: 'a', limit: 5 }],
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

/** How the body differs from a good one before it is written as JSON, then as bytes. */
const inputs = fc.record({
  route: fc.constantFrom(...ROUTES),
  replaced: fc.array(fc.tuple(fc.nat(3), odd), { maxLength: 2 }),
  added: fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), odd), { maxLength: 3 }),
  whole: fc.option(odd, { freq: 8 }),
  spoiled: fc.option(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      with: fc.constantFrom('', ',', '}', '"', '\\', '\\ud800', '{', '[', '\xff', '\0'),
    }),
    { freq: 2 },
  ),
  nested: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(100_000) }),
  encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf8', 'utf16le', 'latin1'),
  mark: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('\ufeff') }),
  type: fc.constantFrom(
    ...Array<string>(5).fill('application/json'),
    'application/json; charset=utf-8',
    'text/plain',
    'application/jsonx',
  ),
});
type Input = typeof inputs extends Arbitrary<infer T> ? T : never;

/** Bodies for every route that takes one: wrong values, names, nesting, syntax and encoding. */
export const jsonArea = area({
  name: 'json',
  inputs,
  check: async (input, target) => {
    const [method, path] = input.route;
    const token = path.startsWith('/admin') ? target.adminToken : target.key;
    const headers = { authorization: `Bearer ${token}`, 'content-type': input.type };
    await send(target, { method, path, headers, body: Buffer.from(textOf(input), input.encoding) });
  },
});

function textOf({ route: [, , good], replaced, added, whole, spoiled, nested, mark }: Input): string {
  const names = Object.keys(good);
  const pairs: [string, unknown][] = [
    ...Object.entries(good),
    ...replaced.map(([place, value]): [string, unknown] => [names[place % names.length]!, value]),
    ...added,
  ];
  // Written by hand: a name that is given twice is lost in an object.
  const object = `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
  const text = '['.repeat(nested) + (whole === null ? object : JSON.stringify(whole)) + ']'.repeat(nested);
  if (spoiled === null) return mark + text;
  const place = Math.floor(spoiled.at * text.length);
  return mark + text.slice(0, place) + spoiled.with + text.slice(place + 1);
}
