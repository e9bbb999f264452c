import type { DerivationBody, DetailBody, Offsets } from '../../contract/verify.ts';
import type { Span } from '../../text/index.ts';
import type { Verification, VerifyInput } from '../verification.ts';
import { derivationOf } from './derivation.ts';
import { type ExplainedParts, spanAt } from './reasoning.ts';
import type { ExplainedSpan } from './reasons.ts';

/**
 * The audit trail in claim order, with its places: an entry for each place of the source that decided a span, one without a
 * place if none did. Its words are slices of the caller's own texts, never of a normalized copy.
 */
export function auditTrail(
  explained: ExplainedParts,
  { claim, source }: VerifyInput,
): Pick<Verification, 'auditTrail' | 'spans'> {
  const entries = explained.parts.flatMap((part) => {
    const span = spanAt(part, explained);
    const matchType = span?.decided.matchType ?? 'insufficient_evidence';
    const decided =
      span === undefined || span.evidence.length === 0 ? [{ place: undefined, matchType }] : span.evidence;
    const why = { reasons: span?.reasons.map(reasonBody) ?? [], ...derivationBody(span) };
    return decided.map(({ place, matchType: match_type }) => ({
      entry: { claim_span: wordsAt(claim, part.span), source_span: place ? wordsAt(source, place) : '', match_type },
      span: { claim: offsets(part.span), source: place ? offsets(place) : null, ...why },
    }));
  });
  return { auditTrail: entries.map(({ entry }) => entry), spans: entries.map(({ span }) => span) };
}

function reasonBody({
  code,
  expected,
  found,
}: ExplainedSpan['reasons'][number]): DetailBody['spans'][number]['reasons'][number] {
  return { code, expected: expected ? offsets(expected) : null, found: found ? offsets(found) : null };
}

function derivationBody(span: ExplainedSpan | undefined): { derivation?: DerivationBody } {
  const derivation = span && derivationOf(span.decided);
  if (derivation === undefined) return {};
  const { operation, operands, result } = derivation;
  const inSource = operands.map(({ value, place }) => ({ value, source: 'grounding_source', ...offsets(place) }));
  return { derivation: { operation, operands: inSource, result } };
}

function wordsAt(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** Just these two fields, whatever else the span has. */
function offsets({ start, end }: Span): Offsets {
  return { start, end };
}
