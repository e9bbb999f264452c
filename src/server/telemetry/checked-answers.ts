import { channel } from 'node:diagnostics_channel';
import type { AnswerBody } from '../../index.ts';

/** Published in the async context of the request, for tracing; costs nothing while no one subscribes. */
export const CHECKED_ANSWERS = channel('claim-verification:checked-answer');

/** The event's name in OpenTelemetry's semantic conventions for generative AI. */
export const EVALUATION_EVENT = 'gen_ai.evaluation.result';

/** Attributes of the event, by the same conventions. They have numbers and codes only, never a text of the request. */
export function evaluationAttributes({ outcome, grounding_score, sentences }: AnswerBody) {
  const codes = new Set(sentences.flatMap(({ reasons }) => reasons.map(({ code }) => code)));
  return {
    'gen_ai.evaluation.name': 'groundedness',
    'gen_ai.evaluation.score.label': outcome,
    ...(grounding_score !== null && { 'gen_ai.evaluation.score.value': grounding_score }),
    ...(codes.size > 0 && { 'gen_ai.evaluation.explanation': [...codes].join(', ') }),
  };
}
