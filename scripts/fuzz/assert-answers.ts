import { z } from 'zod';
import { jsonOrUndefined } from '../../src/client/read-error.ts';
import { ERRORS, MATCH_TYPES, VERDICTS } from '../../src/index.ts';

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
});
const verdictBody = z.object({
  verdict: z.enum(VERDICTS),
  confidence: z.number().min(0).max(1),
  reasoning: z.string().min(1),
  audit_trail: z
    .array(z.object({ claim_span: z.string().min(1), source_span: z.string(), match_type: z.enum(MATCH_TYPES) }))
    .min(1),
});
const SHOWN = 300;

/** Throws unless the answer is one that the interface declares: no fault of ours, and errors in their one shape. */
export function assertDeclared({ status, headers, body }: Answer): void {
  if (!/^[\w.-]{1,128}$/.test(headers['x-request-id'] ?? '')) {
    throw new Error(`expected an X-Request-Id on every answer, got ${headers['x-request-id']} with status ${status}`);
  }
  if (status < 400) return;
  const rows = Object.values(ERRORS).filter((row) => row.status === status && status !== 500);
  if (rows.length === 0) throw new Error(`expected no status ${status}, got it with ${body.slice(0, SHOWN)}`);
  const parsed = errorBody.safeParse(jsonOrUndefined(body));
  if (!parsed.success) throw new Error(`expected the one shape of errors, got ${status} with ${body.slice(0, SHOWN)}`);
  const { code } = parsed.data.error;
  if (rows.some((row) => row.publicCode === code)) return;
  throw new Error(`expected an error code of status ${status}, got ${code}`);
}

/** Throws unless the body is a verdict on these texts, its spans cut from them: the claim's in order. */
export function assertVerdict(body: string, claim: string, source: string): void {
  const parsed = verdictBody.safeParse(jsonOrUndefined(body));
  if (!parsed.success) throw new Error(`expected a verdict, got ${body.slice(0, SHOWN)}`);
  let [last, end] = ['', 0];
  for (const { claim_span, source_span } of parsed.data.audit_trail) {
    // A span that several sentences decide together is named with each of them.
    const start = claim_span === last ? end - last.length : claim.indexOf(claim_span, end);
    if (start < 0) throw new Error(`expected slices of the claim in order, got ${JSON.stringify(claim_span)}`);
    if (!source.includes(source_span)) {
      throw new Error(`expected a slice of the source, got ${JSON.stringify(source_span)}`);
    }
    [last, end] = [claim_span, start + claim_span.length];
  }
}
