import type { Verdict } from '../../src/contract/verify.ts';
import type { JudgedRow, Label, Outcome } from '../../src/evaluation/labelled-rows.ts';

/** An outcome whose confidence and score of support matter only where a test gives them. */
export function outcome(label: Label, verdict: Verdict, confidence = 0.5, supported = 0.5): Outcome {
  return { label, verdict, confidence, supported };
}

export function repeat<Value>(times: number, value: Value): Value[] {
  return Array.from({ length: times }, () => value);
}

export function judged(set: string, id: string, answer: Outcome): JudgedRow {
  const { label, ...judgement } = answer;
  return {
    row: { set, id, claim: `claim ${id}`, source: `source ${id}`, label },
    judgement,
  };
}
