import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import { parseJson } from '../http/json-body.ts';

/** Answers of one response: each is checked against all sources. */
export const MAX_ANSWERS = 16;

/** LiteLLM forwards it if `extra_headers` names it: the way for a call to bring sources of its own. */
const SOURCES_HEADER = 'x-grounding-sources';

/** What is read of the body that LiteLLM sends; other versions of it may send more. */
export const GuardrailRequest = z.object({
  input_type: z
    .enum(['request', 'response'])
    .meta({ description: 'request: before the model is called, with nothing to verify yet; response: its answers' }),
  texts: z
    .array(z.string())
    .nullish()
    .meta({
      description:
        'The answers of the model, one for each choice. Each counts as a request of POST /v1/verify/answer; a response ' +
        `with more than ${MAX_ANSWERS} that are not blank is BLOCKED`,
    }),
  additional_provider_specific_params: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({
      description:
        'sources: texts, or objects with id, text and title. The other fields are those of POST /v1/verify/answer: ' +
        'citations, uncertain, min_confidence',
    }),
  request_headers: z
    .record(z.string(), z.string())
    .nullish()
    .meta({
      description: `Headers of the call to LiteLLM: ${SOURCES_HEADER} may hold sources, in JSON, where the parameters have none`,
    }),
});
type GuardrailRequest = z.infer<typeof GuardrailRequest>;

/** What LiteLLM asks about. */
export interface GuardrailInput {
  /** As they came: the response gives them back in the same places. */
  readonly texts: readonly string[];
  /** The answers among the texts: none of a request before the model is called, nor a blank text. */
  readonly answers: readonly GuardrailAnswer[];
  /** The other fields of a body of POST /v1/verify/answer, unchecked, for each of the answers. */
  readonly others: { readonly sources: unknown };
  readonly hasSources: boolean;
}

interface GuardrailAnswer {
  /** Its place among the texts. */
  readonly place: number;
  readonly text: string;
}

/** Reads the body of a guardrail request. Throws `invalid_request` for one that is not of LiteLLM's guardrail API. */
export function readGuardrailRequest(body: unknown): GuardrailInput {
  const parsed = GuardrailRequest.safeParse(body);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const field = path.join('.');
    throw new ServiceError('invalid_request', `Expected a request of LiteLLM's guardrail API: ${field}: ${message}.`, {
      details: { field },
    });
  }
  const { input_type: type, additional_provider_specific_params: params } = parsed.data;
  const texts = parsed.data.texts ?? [];
  const sources = params?.sources ?? headerSources(parsed.data) ?? [];
  const placed = texts.map((text, place) => ({ place, text }));
  return {
    texts,
    answers: type === 'request' ? [] : placed.filter(({ text }) => /\S/.test(text)),
    others: { ...params, sources: sourcesOf(sources) },
    hasSources: !Array.isArray(sources) || sources.length > 0,
  };
}

/** Sources as POST /v1/verify/answer takes them; a text alone gets its number as id. */
function sourcesOf(sources: unknown): unknown {
  if (!Array.isArray(sources)) return sources;
  return sources.map((source, place) =>
    typeof source === 'string' ? { id: String(place + 1), text: source } : source,
  );
}

function headerSources({ request_headers: headers }: GuardrailRequest): unknown {
  const text = headers?.[SOURCES_HEADER];
  return text === undefined ? undefined : parseJson(text, `the header ${SOURCES_HEADER}`);
}
