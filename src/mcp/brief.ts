import type { AnswerBody, ReasonBody, ResponseBody, SentenceBody } from '../index.ts';

/** The short form of a verdict: without the audit trail. */
export function briefClaim({ verdict, confidence, reasoning }: ResponseBody): object {
  return { verdict, confidence, reasoning };
}

/** The short form of a checked answer: its outcome, the sentences that do not pass or that cite wrongly, and the repaired text. */
export function briefAnswer({ outcome, counts: { checked, passed }, sentences, repaired }: AnswerBody): object {
  const open = sentences.filter((one) => (one.outcome !== null && one.outcome !== 'pass') || citesWrongly(one));
  const rest = repaired === undefined ? {} : { repaired: repaired.text };
  return { outcome, checked, passed, sentences: open.map(briefSentence), ...rest };
}

const WRONG_CITATIONS: readonly unknown[] = ['supported_elsewhere', 'contradicted_by_cited', 'unknown_id'];

function citesWrongly({ citation }: SentenceBody): boolean {
  return citation !== null && WRONG_CITATIONS.includes(citation.status);
}

function briefSentence(sentence: SentenceBody): object {
  const { text, outcome, verdict, confidence, reasons, evidence, citation } = sentence;
  const [first] = evidence;
  return {
    text,
    outcome,
    verdict,
    confidence,
    reasons: reasons.map(briefReason),
    ...(first === undefined ? {} : { evidence: { source_id: first.source_id, text: first.text } }),
    ...(citesWrongly(sentence) ? { citation: citation!.status } : {}),
  };
}

function briefReason({ code, expected, found }: ReasonBody): object {
  return {
    code,
    ...(expected === null ? {} : { expected: expected.text }),
    ...(found === null ? {} : { found: found.text }),
  };
}
