import { ServiceError } from '../errors.ts';
import { NLI_LABELS, type NliLabel, type NliScores } from './nli-interface.ts';

/** For each of NLI_LABELS, the index of its logit in the model's output. */
export type LabelOrder = readonly [number, number, number];

/**
 * Finds the three labels in a model's own `id2label`, in any order and letter case.
 * Throws `invalid_model` when a label is missing, duplicated or unknown: a guessed order would invert verdicts.
 */
export function labelOrder(id2label: Readonly<Record<string, unknown>>): LabelOrder {
  const names = new Map<string, number>();
  for (const [id, name] of Object.entries(id2label)) names.set(String(name).trim().toLowerCase(), Number(id));
  const indices = NLI_LABELS.map((label: NliLabel) => names.get(label));
  const [entailment, neutral, contradiction] = indices;
  const complete = names.size === 3 && new Set(indices).size === 3 && Object.keys(id2label).length === 3;
  if (!complete || entailment === undefined || neutral === undefined || contradiction === undefined) {
    const came = JSON.stringify(id2label);
    throw new ServiceError(
      'invalid_model',
      `config.json: id2label must name exactly entailment, neutral and contradiction; got ${came}.`,
    );
  }
  if ([entailment, neutral, contradiction].some((index) => ![0, 1, 2].includes(index))) {
    throw new ServiceError('invalid_model', `config.json: the ids of id2label must be 0, 1 and 2.`);
  }
  return [entailment, neutral, contradiction];
}

/** Softmax of the three logits at `offset`, the true maximum subtracted so that no exponential overflows. */
export function toScores(logits: Float32Array, offset: number, order: LabelOrder): NliScores {
  const entailment = logits[offset + order[0]];
  const neutral = logits[offset + order[1]];
  const contradiction = logits[offset + order[2]];
  if (!Number.isFinite(entailment) || !Number.isFinite(neutral) || !Number.isFinite(contradiction)) {
    throw new ServiceError('internal_error', 'The model returned a logit that is not a finite number.');
  }
  const top = Math.max(entailment!, neutral!, contradiction!);
  const e = Math.exp(entailment! - top);
  const n = Math.exp(neutral! - top);
  const c = Math.exp(contradiction! - top);
  const sum = e + n + c;
  return { entailment: e / sum, neutral: n / sum, contradiction: c / sum };
}
