import { gzipSync } from 'node:zlib';
import { list, type Step } from '../step.ts';
import { source, text } from './texts.ts';

const CLAIM = { claim: 'The plant makes valves.', grounding_source: text('report') };
const BATCH = { claims: [CLAIM.claim, 'It makes tyres.'], grounding_source: CLAIM.grounding_source };
const ANSWER = { answer: 'The plant makes valves [report].', sources: [source('report')], citations: 'brackets' };

const DEEP = `${'['.repeat(200)}${']'.repeat(200)}`;

/** What is refused of any route that takes JSON, and what is not; `good` is a body that it takes. */
export function jsonFaults(path: string, good: object, method = 'POST'): Step[] {
  const body = JSON.stringify(good);
  const withType = (type: string) => ({ name: `Content-Type: ${type}`, path, body, headers: { 'content-type': type } });
  const raw = (name: string, sent: string | Buffer) => ({ name, path, body: sent });
  const other = method === 'POST' ? 'PUT' : 'POST';
  const steps: Step[] = [
    { name: 'no token', path, body, token: null },
    { name: 'an unknown token', path, body, token: 'unknown' },
    { name: 'another scheme', path, body, token: null, headers: { authorization: 'Basic YTpi' } },
    { name: 'an empty token', path, body, token: null, headers: { authorization: 'Bearer ' } },
    { name: 'the scheme in small letters', path, body, token: null, headers: { authorization: 'bearer   nothing' } },
    { name: 'another method', method: other, path, body },
    { name: 'TRACE', method: 'TRACE', path },
    { name: 'OPTIONS', method: 'OPTIONS', path },
    { name: 'HEAD', method: 'HEAD', path },
    { name: 'a slash at the end', path: `${path}/`, body },
    { name: 'a longer path', path: `${path}/more/of/it`, body },
    { name: 'no Content-Type', path, body, headers: { 'content-type': '' } },
    ...['text/plain', 'application/json; charset=latin1', 'application/json;charset="utf-8"', 'application/jsonx'].map(
      withType,
    ),
    { name: 'gzip', path, body: gzipSync(body), headers: { 'content-encoding': 'gzip' } },
    { name: 'identity', path, body, headers: { 'content-encoding': 'identity' } },
    raw('an empty body', ''),
    raw('no JSON', '{"claim": '),
    raw('bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
    raw('a byte order mark', `\ufeff${body}`),
    raw('too deep', `{"claim": ${DEEP}}`),
    raw('a field twice', body.replace(/^\{("\w+"):/, '{$1:"first",$1:')),
    raw('too large', `{"a": "${'x'.repeat(3_000_000)}"}`),
    ...['[]', 'null', '"text"', '7', 'true'].map((json) => raw(`the body ${json}`, json)),
    raw('an empty object', '{}'),
    raw('__proto__', body.replace(/^\{/, '{"__proto__": {"a": 1},')),
    raw('another field', body.replace(/^\{/, '{"more": 1,')),
  ];
  return steps.map((step) => (step.method === undefined ? { ...step, method } : step));
}

const TEXT_FAULTS: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['an array', ['a']],
  ['an object', {}],
  ['empty', ''],
  ['white space', ' \n\u00a0\u200b'],
  ['a lone surrogate', 'a\ud800b'],
];

/** A body for each fault of a field. */
const faulty = (field: string, good: object, faults: readonly (readonly [string, unknown])[]) =>
  faults.map(([name, value]) => ({ name: `${field}: ${name}`, body: { ...good, [field]: value } }));
const without = (field: string, good: Readonly<Record<string, unknown>>) => ({
  name: `without ${field}`,
  body: Object.fromEntries(Object.entries(good).filter(([name]) => name !== field)),
});
const at = (path: string, bodies: readonly { readonly name: string; readonly body: unknown }[]): Step[] =>
  bodies.map((step) => ({ path, ...step }));

const CLAIM_FAULTS = [
  ...faulty('claim', CLAIM, [...TEXT_FAULTS, ['501 characters', 'x'.repeat(501)], ['501 emoji', '😀'.repeat(501)]]),
  ...faulty('grounding_source', CLAIM, [...TEXT_FAULTS, ['10,001 characters', 'x'.repeat(10_001)]]),
  without('claim', CLAIM),
  without('grounding_source', CLAIM),
  { name: 'source', body: { claim: 'A', source: 'B' } },
  { name: 'Claim', body: { Claim: 'A', grounding_source: 'B' } },
  { name: 'a long name', body: { ...CLAIM, ['n'.repeat(300)]: 1 } },
];

const BATCH_FAULTS = [
  ...faulty('claims', BATCH, [
    ...TEXT_FAULTS.slice(0, 2),
    ['a text', 'a'],
    ['none', []],
    ['201', Array.from({ length: 201 }, () => 'a')],
    ...TEXT_FAULTS.map(([name, value]) => [`the second ${name}`, ['a', value]] as const),
    ['one too long', ['x'.repeat(501)]],
  ]),
  ...faulty('grounding_source', BATCH, TEXT_FAULTS.slice(0, 5)),
  without('claims', BATCH),
  without('grounding_source', BATCH),
  { name: 'claim for claims', body: { claim: ['a'], grounding_source: 'b' } },
];

const SPAN = { start: 0, end: 5, source_ids: ['report'] };
const SPAN_FAULTS: readonly (readonly [string, unknown])[] = [
  ['another word', 'footnotes'],
  ['a number', 1],
  ['1,001 spans', Array.from({ length: 1_001 }, () => SPAN)],
  ['a span of null', [null]],
  ['without start', [{ end: 5, source_ids: ['report'] }]],
  ['a start below 0', [{ ...SPAN, start: -1 }]],
  ['a start of 0.5', [{ ...SPAN, start: 0.5 }]],
  ['an end beyond the answer', [{ ...SPAN, end: 999 }]],
  ['an end before the start', [{ ...SPAN, start: 6 }]],
  ['no ids', [{ ...SPAN, source_ids: [] }]],
  ['an empty id', [{ ...SPAN, source_ids: [''] }]],
  ['201 ids', [{ ...SPAN, source_ids: Array.from({ length: 201 }, () => 'a') }]],
  ['another field', [{ ...SPAN, id: 'a' }]],
  ['the middle of a character', [{ ...SPAN, end: 32 }]],
];

const ANSWER_FAULTS = [
  ...faulty('answer', ANSWER, [...TEXT_FAULTS, ['10,001 characters', 'x'.repeat(10_001)]]),
  ...faulty('sources', ANSWER, [
    ...TEXT_FAULTS.slice(0, 2),
    ['none', []],
    ['201', Array.from({ length: 201 }, (_, i) => ({ id: String(i), text: 'a' }))],
    ['a text', ['a']],
    ['null in it', [null]],
    ['100,001 characters', [{ id: 'a', text: 'x'.repeat(100_001) }]],
    [
      '100,001 characters together',
      [
        { id: 'a', text: 'x'.repeat(50_001) },
        { id: 'b', text: 'x'.repeat(50_000) },
      ],
    ],
    ['an id twice', [source('a', 'report'), source('b', 'report'), source('a', 'press')]],
    ['another field', [{ ...source('a', 'report'), url: 'b' }]],
    ...TEXT_FAULTS.map(([name, value]) => [`id: ${name}`, [{ id: value, text: 'a' }]] as const),
    ...TEXT_FAULTS.map(([name, value]) => [`text: ${name}`, [{ id: 'a', text: value }]] as const),
    ['an id of 201 characters', [{ id: 'x'.repeat(201), text: 'a' }]],
    ['title: a number', [{ id: 'a', text: 'a', title: 1 }]],
    ['a title of 501 characters', [{ id: 'a', text: 'a', title: 'x'.repeat(501) }]],
  ]),
  ...faulty('citations', { ...ANSWER, answer: 'The plant makes valves for all 😀.' }, SPAN_FAULTS),
  ...faulty('uncertain', ANSWER, [
    ['another word', 'maybe'],
    ['null', null],
    ['true', true],
  ]),
  ...faulty('min_confidence', ANSWER, [
    ['below 0', -0.1],
    ['above 1', 1.1],
    ['a text', '0.5'],
    ['null', null],
  ]),
  ...faulty('offsets', ANSWER, [
    ['another word', 'bytes'],
    ['null', null],
  ]),
  without('answer', ANSWER),
  without('sources', ANSWER),
  { name: 'source for sources', body: { answer: 'a', source: [] } },
];

const QUERIES: readonly Step[] = [
  { name: 'detail=some', path: '/v1/verify?detail=some', body: CLAIM },
  { name: 'detail twice', path: '/v1/verify?detail=full&detail=full', body: CLAIM },
  { name: 'another parameter', path: '/v1/verify?more=1', body: CLAIM },
  { name: 'detail of an answer', path: '/v1/verify/answer?detail=full', body: ANSWER },
];

export const REFUSALS: readonly Step[] = [
  ...list('refused /v1/verify', 'key', [
    ...jsonFaults('/v1/verify', CLAIM),
    ...at('/v1/verify', CLAIM_FAULTS),
    ...QUERIES,
  ]),
  ...list('refused /v1/matrix', 'key', [
    ...jsonFaults('/v1/matrix', CLAIM),
    ...at('/v1/matrix', CLAIM_FAULTS.slice(0, 6)),
  ]),
  ...list('refused /v1/verify/batch', 'key', [
    ...jsonFaults('/v1/verify/batch', BATCH),
    ...at('/v1/verify/batch', BATCH_FAULTS),
  ]),
  ...list('refused /v1/verify/answer', 'key', [
    ...jsonFaults('/v1/verify/answer', ANSWER),
    ...at('/v1/verify/answer', ANSWER_FAULTS),
  ]),
];
