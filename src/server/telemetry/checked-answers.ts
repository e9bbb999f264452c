import { channel } from 'node:diagnostics_channel';
import type { Registry } from 'prom-client';
import { type AnswerBody, OUTCOMES } from '../../index.ts';
import { countedBy } from './gauges.ts';

/** Published in the async context of the request, for tracing; costs nothing while no one subscribes. */
export const CHECKED_ANSWERS = channel('claim-verification:checked-answer');

export function answerObserver(registry: Registry): (answer: AnswerBody) => void {
  const help = 'Checked answers by outcome: the worst of their sentences';
  const byOutcome = OUTCOMES.map((outcome) => ({ outcome }));
  const answers = countedBy(registry, { name: 'answers', help }, byOutcome);
  return (answer) => {
    answers.inc({ outcome: answer.outcome });
    CHECKED_ANSWERS.publish(answer);
  };
}

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
