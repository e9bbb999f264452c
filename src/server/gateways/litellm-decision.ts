import type { AnswerBody, SentenceBody } from '../../index.ts';
import { type GuardrailInput, MAX_ANSWERS } from './litellm-request.ts';
import { unsupportedSentences } from './unsupported-sentences.ts';

/** The response of LiteLLM's guardrail API. GUARDRAIL_INTERVENED: the answer goes on with these texts instead. */
export type GuardrailDecision =
  | { readonly action: 'NONE' }
  | { readonly action: 'BLOCKED'; readonly blocked_reason: string }
  | { readonly action: 'GUARDRAIL_INTERVENED'; readonly texts: readonly string[] };

export const NONE: GuardrailDecision = { action: 'NONE' };

export const WITHOUT_SOURCES: GuardrailDecision = {
  action: 'BLOCKED',
  blocked_reason: 'The answer was blocked: it came without sources that it could be checked against.',
};

/** A refusal with an error would let them all pass where LiteLLM is set to fail open. */
export function tooManyAnswers(count: number): GuardrailDecision {
  return {
    action: 'BLOCKED',
    blocked_reason: `The answers were blocked: a response may have at most ${MAX_ANSWERS} of them, this one has ${count}.`,
  };
}

/**
 * What follows from the outcomes: an answer that fails blocks the whole response, one that needs review goes on with a
 * note of the sentences that no source decides.
 */
export function decisionOf({ texts, answers }: GuardrailInput, checked: readonly AnswerBody[]): GuardrailDecision {
  const failed = checked.find(({ outcome }) => outcome === 'fail');
  if (failed !== undefined) return { action: 'BLOCKED', blocked_reason: reasonOf(failed) };
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
  return `The answer was blocked: ${listOf(reasons) || NOTHING_CHECKED}.`;
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

/** What the source says in place of what the answer says, where a rule knows both. */
function difference({ reasons }: SentenceBody): string {
  const known = reasons.find(({ expected, found }) => expected !== null && found !== null);
  return known === undefined ? '' : ` (they say "${known.expected!.text}", the answer says "${known.found!.text}")`;
}
