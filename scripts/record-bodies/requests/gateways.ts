import { list, type Step } from '../step.ts';
import { jsonFaults } from './refusals.ts';
import { text } from './texts.ts';

const LITELLM = '/beta/litellm_basic_guardrail_api';
const FMS = '/api/v1/text/context/doc';

const GOOD = 'The plant employs 350 people and makes valves.';
const OPEN = 'It won a prize in Oslo.';
const WRONG = 'The plant employs 530 people and makes valves.';
const SOURCES = [text('report'), text('press')];

const guarded = (
  name: string,
  texts: unknown,
  params: object | null = { sources: SOURCES },
  more: object = {},
): Step => ({
  name,
  path: LITELLM,
  body: { input_type: 'response', texts, additional_provider_specific_params: params, ...more },
});

const GUARDED: readonly Step[] = [
  guarded('supported', [GOOD]),
  guarded('uncertain', [OPEN]),
  guarded('contradicted', [WRONG]),
  guarded('several', [GOOD, OPEN, `${OPEN} It makes tyres. It has a zoo. It has a pool.`]),
  guarded('several, one contradicted', [GOOD, `${WRONG} ${OPEN}`]),
  guarded('uncertain: pass', [OPEN], { sources: SOURCES, uncertain: 'pass' }),
  guarded('uncertain: fail', [OPEN, 'Hello!'], { sources: SOURCES, uncertain: 'fail' }),
  guarded('nothing to check', ['Hello!', ' ']),
  guarded('min_confidence', [GOOD], { sources: SOURCES, min_confidence: 0.99 }),
  guarded('citations', ['It makes valves [a].'], { sources: [{ id: 'a', text: SOURCES[0] }], citations: 'brackets' }),
  guarded('no texts', []),
  guarded('texts: null', null),
  guarded('no sources', [GOOD], {}),
  guarded('params: null', [GOOD], null),
  guarded('sources in a header', [GOOD], null, { request_headers: { 'x-grounding-sources': JSON.stringify(SOURCES) } }),
  guarded('no JSON in the header', [GOOD], null, { request_headers: { 'x-grounding-sources': 'text' } }),
  guarded('a request', [WRONG], { sources: SOURCES }, { input_type: 'request' }),
  guarded('another input_type', [GOOD], {}, { input_type: 'both' }),
  guarded('texts: a text', 'a'),
  guarded('texts: a number in it', [1]),
  guarded('sources: a text', [GOOD], { sources: 'a' }),
  guarded('sources: an empty text', [GOOD], { sources: [''] }),
  guarded('another parameter', [GOOD], { sources: SOURCES, threshold: 0.5 }),
  guarded('params: a text', [GOOD], 'a' as unknown as object),
  guarded('a header that is a number', [GOOD], null, { request_headers: { a: 1 } }),
  { ...guarded('the key in x-api-key', [GOOD]), token: null, headers: { 'x-api-key': '{{key}}' } },
  { ...guarded('an unknown key in x-api-key', [GOOD]), token: null, headers: { 'x-api-key': '{{unknown}}' } },
];

const DETECTOR = { 'detector-id': 'claims' };
const detected = (name: string, content: unknown, more: object = {}): Step => ({
  name,
  path: FMS,
  body: { content, context_type: 'docs', context: SOURCES, detector_params: {}, ...more },
  headers: DETECTOR,
});

const DETECTED: readonly Step[] = [
  detected('supported', GOOD),
  detected('uncertain', `${GOOD} ${OPEN}`),
  detected('contradicted', `${WRONG} ${OPEN}`, { context_type: 'document' }),
  detected('chunks', WRONG, { context_type: 'chunks' }),
  detected('uncertain: pass', OPEN, { detector_params: { uncertain: 'pass', threshold: 0.5 } }),
  detected('min_confidence', GOOD, { detector_params: { min_confidence: 0.99 } }),
  detected('detector_params: null', GOOD, { detector_params: null }),
  detected('uncertain: maybe', GOOD, { detector_params: { uncertain: 'maybe' } }),
  detected('detector_params: a text', GOOD, { detector_params: 'a' }),
  detected('content: white space', ' '),
  detected('content: a number', 1),
  detected('context: none', GOOD, { context: [] }),
  detected('context: an empty text', GOOD, { context: ['a', ''] }),
  detected('context: 201', GOOD, { context: Array.from({ length: 201 }, () => 'a') }),
  detected('context: a text', GOOD, { context: 'a' }),
  detected('context_type: url', GOOD, { context_type: 'url' }),
  { ...detected('no detector-id', GOOD), headers: {} },
  { name: 'health', path: '/health', token: null },
  { name: 'health with POST', path: '/health', token: null, body: {} },
];

const GUARDRAIL = { input_type: 'response', texts: [GOOD], additional_provider_specific_params: { sources: SOURCES } };
const CONTEXT = { content: GOOD, context_type: 'docs', context: SOURCES };

export const GATEWAYS: readonly Step[] = [...list('litellm', 'key', GUARDED), ...list('fms', 'key', DETECTED)];
export const GATEWAY_REFUSALS: readonly Step[] = [
  ...list('refused litellm', 'key', jsonFaults(LITELLM, GUARDRAIL)),
  ...list(
    'refused fms',
    'key',
    jsonFaults(FMS, CONTEXT).map((step) => ({ ...step, headers: { ...DETECTOR, ...step.headers } })),
  ),
];
/** LITELLM_WITHOUT_SOURCES decides. */
export const WITHOUT_SOURCES = list('litellm', 'key', [guarded('no sources', [GOOD], {}), guarded('sources', [GOOD])]);
