import { answerLimits, type Config } from '../../../config.ts';
import { invalidField, ServiceError } from '../../../contract/errors.ts';
import {
  GuardrailRequest,
  GuardrailResponse,
  LITELLM_PATH,
  MAX_ANSWERS,
  SOURCES_HEADER,
} from '../../../contract/gateways.ts';
import { type AnswerBody, type AnswerInput, answerRequestReader, type SentenceBody } from '../../../index.ts';
import { parseJson } from '../../http/json-body.ts';
import { maxAnswerBodyBytes } from '../answer.ts';
import { calledBy } from '../callers.ts';
import { manyErrors } from '../documented-errors.ts';
import { type Operation, operation, readFields } from '../operation.ts';
import { checkAnswers, jsonOf, success, unsupportedSentences } from './check-answers.ts';

/** LiteLLM's generic guardrail API. A prompt passes: there is no answer to check yet. */
export function litellmOperation(config: Config): Operation {
  const limits = answerLimits(config);
  const readAnswer = answerRequestReader(limits);
  const bodyLimit = maxAnswerBodyBytes(limits);
  const invalid = { message: "Expected a request of LiteLLM's guardrail API: input_type: Invalid option." };
  return operation({
    method: 'POST',
    path: LITELLM_PATH,
    operationId: 'checkForLitellm',
    summary: "LiteLLM's generic guardrail API",
    description:
      'The key may also come in the header X-API-Key. Each answer counts as in POST /v1/verify/answer, at least one.',
    tags: ['gateways'],
    ...calledBy('key'),
    // LiteLLM sends the guardrail's api_key in this header; what is in the configured headers comes before it.
    keyHeader: 'x-api-key',
    bodyLimit,
    content: jsonOf(GuardrailRequest),
    responses: { 200: success('The decision on the answers', GuardrailResponse), ...manyErrors(bodyLimit, invalid) },
    work: async (call) => {
      const input = readGuardrailRequest(call.body);
      const mayLackSources = config.LITELLM_WITHOUT_SOURCES !== 'block';
      // Nothing is judged here, so nothing is counted.
      if (input.answers.length === 0 || (input.headerFault === undefined && !input.hasSources && mayLackSources))
        return NONE;
      const read = () => readAnswers(input, readAnswer);
      const check = async () => decisionOf(input, await checkAnswers(call, input.answers.length, read));
      const decision = blockedUnread(input) ?? (await check().catch(blockedUnchecked));
      call.metrics.countGateway(OUTCOME_OF[decision.action]);
      return decision;
    },
  });
}

const OUTCOME_OF = { NONE: 'passed', GUARDRAIL_INTERVENED: 'noted', BLOCKED: 'blocked' } as const;

/** The sources are read with the first answer alone: reading them blocks other requests. */
function readAnswers({ answers, others }: GuardrailInput, readAnswer: (body: unknown) => AnswerInput): AnswerInput[] {
  const read = ({ text }: GuardrailAnswer, sources = others.sources) =>
    notRepaired(readAnswer({ ...others, sources, answer: text }));
  const [first, ...rest] = answers;
  const known = read(first!);
  const { sources } = known;
  const ids = sources.map(({ id }) => ({ id, text: 'x' }));
  return [known, ...rest.map((answer) => ({ ...read(answer, ids), sources }))];
}

/** The decision is about the answers as they came. */
function notRepaired(input: AnswerInput): AnswerInput {
  if (input.repair === undefined) return input;
  throw invalidField('repair', 'repair is a field of POST /v1/verify/answer alone: leave it out here.');
}

/** Why answers are blocked without being checked: LiteLLM would keep the sentence of an error to itself and, set to fail open, let them pass. */
function blockedUnread({
  headerFault,
  hasSources,
  answers: { length },
}: GuardrailInput): GuardrailResponse | undefined {
  if (headerFault !== undefined) return blocked(`The answer was blocked: its sources cannot be read. ${headerFault}`);
  if (!hasSources) return blocked('The answer was blocked: it has no sources to check it against.');
  if (length <= MAX_ANSWERS) return undefined;
  return blocked(
    `The answers were blocked: a response may have at most ${MAX_ANSWERS} of them, this one has ${length}.`,
  );
}

/** Blocks the answers when one of them cannot be checked, and rethrows any other error. */
function blockedUnchecked(error: unknown): GuardrailResponse {
  const { field, estimated_ms } = (error instanceof ServiceError && error.details) || {};
  if (field !== 'answer' && estimated_ms === undefined) throw error;
  return blocked(`The answers were blocked unchecked: ${(error as ServiceError).message}`);
}

interface GuardrailInput {
  /** The texts as received: the response returns them in the same places. */
  readonly texts: readonly string[];
  /** The answers among the texts: none of a request before the model is called, nor a blank text. */
  readonly answers: readonly GuardrailAnswer[];
  /** The other fields of a body of POST /v1/verify/answer, unchecked, for each of the answers. */
  readonly others: { readonly sources: unknown };
  readonly hasSources: boolean;
  readonly headerFault: string | undefined;
}

interface GuardrailAnswer {
  /** Its place among the texts. */
  readonly place: number;
  readonly text: string;
}

/** Reads the body of a guardrail request. Throws `invalid_request` for one that is not of LiteLLM's guardrail API. */
function readGuardrailRequest(body: unknown): GuardrailInput {
  const read = readFields(GuardrailRequest, body, "Expected a request of LiteLLM's guardrail API: ");
  const { input_type: type, additional_provider_specific_params: params } = read;
  const texts = read.texts ?? [];
  const header = params?.sources == null ? headerSources(read) : {};
  const sources = params?.sources ?? header.sources ?? [];
  const placed = texts.map((text, place) => ({ place, text }));
  return {
    texts,
    answers: type === 'request' ? [] : placed.filter(({ text }) => /\S/.test(text)),
    others: { ...params, sources: sourcesOf(sources) },
    hasSources: !Array.isArray(sources) || sources.length > 0,
    headerFault: header.fault,
  };
}

/** Sources as POST /v1/verify/answer takes them; a text alone gets its number as id. */
function sourcesOf(sources: unknown): unknown {
  if (!Array.isArray(sources)) return sources;
  return sources.map((source, place) =>
    typeof source === 'string' ? { id: String(place + 1), text: source } : source,
  );
}

/** The sources in the header, or a sentence on what is wrong with it: whoever sent it sees only what blocks the answer. */
function headerSources({ request_headers: headers }: GuardrailRequest): { sources?: unknown; fault?: string } {
  const text = headers?.[SOURCES_HEADER];
  if (text === undefined) return {};
  try {
    const sources = parseJson(text, `the header ${SOURCES_HEADER}`);
    return isSources(sources) ? { sources } : { fault: NO_SOURCES };
  } catch (error) {
    if (error instanceof ServiceError) return { fault: error.message };
    throw error;
  }
}

const NO_SOURCES = `The header ${SOURCES_HEADER} must be a JSON array of texts, or of objects with a text.`;

function isSources(value: unknown): boolean {
  const isSource = (one: unknown) =>
    typeof one === 'string' || typeof (one as { text?: unknown } | null)?.text === 'string';
  return Array.isArray(value) && value.every(isSource);
}

const NONE: GuardrailResponse = { action: 'NONE' };

function blocked(reason: string): GuardrailResponse {
  return { action: 'BLOCKED', blocked_reason: reason };
}

/** The decision from the outcomes: `fail` blocks the whole response, `review` adds a note. */
function decisionOf({ texts, answers }: GuardrailInput, checked: readonly AnswerBody[]): GuardrailResponse {
  const failed = checked.find(({ outcome }) => outcome === 'fail');
  if (failed !== undefined) return blocked(reasonOf(failed));
  const notes = new Map(
    checked.flatMap((answer, i) => (answer.outcome === 'review' ? [[answers[i]!.place, noteOf(answer)]] : [])),
  );
  if (notes.size === 0) return NONE;
  return {
    action: 'GUARDRAIL_INTERVENED',
    texts: texts.map((text, place) => (notes.has(place) ? `${text}\n\n${notes.get(place)}` : text)),
  };
}

/** Sentences that a reason or a note quotes; of more it says how many. */
const MAX_QUOTED = 3;

function reasonOf(answer: AnswerBody): string {
  const { contradicted, uncertain } = unsupportedSentences(answer);
  const reasons = [
    ...contradicted.map((sentence) => `the sources contradict ${quoted(sentence)}${difference(sentence)}`),
    ...uncertain.map((sentence) => `the sources do not confirm ${quoted(sentence)}`),
  ];
  return `The answer was blocked: ${listOf(reasons)}.`;
}

const NOTHING_CHECKED = 'nothing in it could be checked against the sources';

function noteOf(answer: AnswerBody): string {
  const { uncertain } = unsupportedSentences(answer);
  return uncertain.length === 0
    ? `[Note: ${NOTHING_CHECKED}.]`
    : `[Note: the sources do not confirm ${listOf(uncertain.map(quoted))}.]`;
}

function listOf(parts: readonly string[]): string {
  const rest = parts.length - MAX_QUOTED;
  return [...parts.slice(0, MAX_QUOTED), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

function quoted({ text }: SentenceBody): string {
  return `"${text}"`;
}

/** The value of the source in place of the answer's, where a rule knows both. */
function difference({ reasons }: SentenceBody): string {
  const known = reasons.find(({ expected, found }) => expected !== null && found !== null);
  return known === undefined ? '' : ` (they say "${known.expected!.text}", the answer says "${known.found!.text}")`;
}
