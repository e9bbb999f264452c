import { z } from 'zod';
import { ServiceError } from '../../errors.ts';

/** What the orchestrator calls documents differs between its versions; `url` would need a network. */
const CONTEXT_TYPES = ['docs', 'document', 'chunks'] as const;

/** The body of the detector API for a text and its context. */
export const ContextDocsRequest = z.object({
  content: z.string().meta({ description: 'The answer to check' }),
  context_type: z.enum(CONTEXT_TYPES).meta({ description: 'url is refused: the service loads nothing' }),
  context: z.array(z.string()).min(1).meta({ description: 'The texts that it is checked against' }),
  detector_params: z.record(z.string(), z.unknown()).nullish().meta({
    description: 'uncertain and min_confidence as in POST /v1/verify/answer; other parameters are ignored',
  }),
});

/** The same question as a body of POST /v1/verify/answer, unchecked. Throws `invalid_request` for another body. */
export function readContextDocs(body: unknown): unknown {
  const parsed = ContextDocsRequest.safeParse(body);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new ServiceError('invalid_request', `${path.join('.')}: ${message}.`, { details: { field: path.join('.') } });
  }
  const { content, context, detector_params: params } = parsed.data;
  const { uncertain, min_confidence } = params ?? {};
  return {
    answer: content,
    sources: context.map((text, place) => ({ id: String(place + 1), text })),
    ...(uncertain === undefined ? {} : { uncertain }),
    ...(min_confidence === undefined ? {} : { min_confidence }),
  };
}

/** A refusal with the names of the detector API instead of those of POST /v1/verify/answer. */
export function renamed(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const message = error.message.replace(/^sources\[(\d+)\]\.text/, 'context[$1]').replace(/^sources/, 'context');
  return new ServiceError(error.code, message.replace(/^answer/, 'content'));
}
