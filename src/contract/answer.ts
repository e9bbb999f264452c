import { z } from 'zod';
import { type AnswerRequestBody, OFFSET_UNITS } from './answer-request.ts';
import { type Body, score } from './body.ts';
import { RepairedBody } from './repair.ts';
import { DerivationBody, MATCH_TYPES, OUTCOMES, REASON_CODES, VERDICTS } from './verify.ts';

export const CITATION_STATUSES = [
  'supported_by_cited',
  'supported_elsewhere',
  'contradicted_by_cited',
  'not_supported',
  'unknown_id',
  'missing',
] as const;
export type CitationStatus = (typeof CITATION_STATUSES)[number];

export const QUOTATION_STATUSES = ['verbatim', 'altered', 'not_found'] as const;
export type QuotationStatus = (typeof QUOTATION_STATUSES)[number];

export const SKIPPED = ['reasoning'] as const;
/** Why a stretch of an answer is left out. */
export type Skipped = (typeof SKIPPED)[number];

const count = (description: string) => z.int().min(0).meta({ description });
const sha256 = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description });

export const PlaceBody = z
  .object({
    start: z.int().min(0).meta({ description: 'Where the text begins, in the unit of offsets' }),
    end: z.int().min(0).meta({ description: 'Where it ends; exclusive' }),
    text: z.string(),
  })
  .meta({ description: 'A place in the answer: the text is the slice at the offsets' });
export type PlaceBody = Body<typeof PlaceBody>;

export const SourcePlaceBody = z
  .object({
    ...PlaceBody.shape,
    source_id: z.string().meta({ description: 'Id of the source' }),
    pointer: z
      .string()
      .optional()
      .meta({
        description:
          'JSON Pointer (RFC 6901) of the value, only for a source with a format other than text. The values of jsonl and the ' +
          'rows of csv are items of one array',
      }),
  })
  .meta({ description: 'A place in a source: the text is the slice at the offsets' });
export type SourcePlaceBody = Body<typeof SourcePlaceBody>;

export const ReasonBody = z
  .object({
    code: z.enum(REASON_CODES),
    expected: SourcePlaceBody.nullable().meta({ description: 'The words of the source; null if no rule found any' }),
    found: PlaceBody.nullable().meta({ description: 'The words of the answer; null if no rule found any' }),
  })
  .meta({ description: 'Why a sentence is not SUPPORTED' });
/** Why a sentence is not SUPPORTED. `expected` is what the source says, `found` what the answer says. */
export type ReasonBody = Body<typeof ReasonBody>;

export const EvidenceBody = z
  .object({
    ...SourcePlaceBody.shape,
    match_type: z.enum(MATCH_TYPES),
    entailment: score('Probability that the source says what the sentence says'),
    contradiction: score('Probability that the source contradicts it'),
  })
  .meta({ description: 'A place of a source that decided a sentence' });
/** A place of a source that decided a sentence, and the verdict model's probabilities for the premise that it is part of. */
export type EvidenceBody = Body<typeof EvidenceBody>;

export const CitationBody = z
  .object({
    status: z.enum(CITATION_STATUSES),
    cited: z.array(z.string()).meta({ description: 'The ids that the answer cites for the sentence, in order' }),
    source_id: z
      .string()
      .nullable()
      .meta({ description: 'The source that supports the sentence where it is not among the cited ones' }),
  })
  .meta({ description: 'The checked citation of a sentence' });
export type CitationBody = Body<typeof CitationBody>;

export const QuotationBody = z
  .object({
    ...PlaceBody.shape,
    status: z.enum(QUOTATION_STATUSES),
    places: z
      .array(SourcePlaceBody)
      .meta({ description: 'Where the words are: one place for each part of the quotation' }),
    differences: z
      .array(z.object({ expected: z.string(), found: z.string() }))
      .meta({ description: 'The words that differ, if altered: of the source and of the answer' }),
  })
  .meta({ description: 'Text in quotation marks, looked up in the sources word for word' });
export type QuotationBody = Body<typeof QuotationBody>;

export const SentenceBody = z
  .object({
    ...PlaceBody.shape,
    check_required: z
      .boolean()
      .meta({ description: 'False for a sentence that is not a factual statement; it does not count' }),
    skipped: z
      .enum(SKIPPED)
      .optional()
      .meta({
        description:
          'Only for a part of the answer that is left out: reasoning for a closed block such as <think>...</think>, or ' +
          'for all text before a closing tag without an opening one; the part is one sentence',
      }),
    verdict: z.enum(VERDICTS).nullable().meta({ description: 'null if nothing is to be checked' }),
    confidence: score('Confidence in the verdict; null if nothing is to be checked').nullable(),
    outcome: z
      .enum(OUTCOMES)
      .nullable()
      .meta({
        description:
          'pass if SUPPORTED with at least min_confidence and no quotation differs; review if ' +
          'SUPPORTED otherwise; fail if UNSUPPORTED; the value of uncertain in the request if UNCERTAIN; null if nothing is to be checked',
      }),
    reasons: z.array(ReasonBody),
    evidence: z.array(EvidenceBody).meta({ description: 'Two contradicting sources are both shown' }),
    derivation: DerivationBody.optional().meta({ description: 'Only where a calculation decided' }),
    citation: CitationBody.nullable().meta({
      description: 'null if citations is none, or if nothing is to be checked and no unknown id is cited',
    }),
    quotations: z.array(QuotationBody),
  })
  .meta({ description: 'One sentence of the answer' });
/** One sentence of an answer. Verdict, confidence and outcome are null where nothing is to be checked. */
export type SentenceBody = Body<typeof SentenceBody>;

export const CountsBody = z.object({
  sentences: count('All sentences'),
  checked: count('Factual statements, which are checked'),
  supported: count('Checked sentences that are SUPPORTED'),
  unsupported: count('Checked sentences that are UNSUPPORTED'),
  uncertain: count('The other checked sentences'),
  passed: count('Sentences whose outcome is pass'),
});
export type CountsBody = Body<typeof CountsBody>;

export const RiskBody = z
  .object({
    max_wrong: score('At most this share of the answers that pass is wrong, with 95 % certainty'),
    coverage: score('Share of the held-out rows that pass'),
    rows: count('Held-out rows that it was measured on, one for each source'),
  })
  .meta({
    description:
      'The risk that claim-verifier calibrate --max-wrong measured on labeled rows. It holds for texts like those rows, not for other kinds of text',
  });
export type RiskBody = Body<typeof RiskBody>;

export const ReceiptBody = z
  .object({
    report_sha256: sha256('Hash of the canonical form (RFC 8785) of this body without its receipt'),
    request_sha256: sha256('Hash of the canonical form of the request'),
    models: z.object({
      verdict: sha256('Hash of the verdict model'),
      evidence: sha256('Hash of the evidence model; null if there is none').nullable(),
    }),
    calibration_sha256: sha256('Hash of the calibration'),
    version: z.string().meta({ description: 'Version of the service' }),
  })
  .meta({ description: 'Hashes for comparing two answers later; not a signature' });
export type ReceiptBody = Body<typeof ReceiptBody>;

export const AnswerBody = z
  .object({
    outcome: z.enum(OUTCOMES).meta({
      description: 'The worst outcome of a sentence; review if none is checked',
    }),
    verdict: z.enum(VERDICTS).meta({
      description:
        'UNSUPPORTED if a checked sentence is, SUPPORTED if all of them are, else UNCERTAIN, also if none is checked',
    }),
    offsets: z.enum(OFFSET_UNITS).meta({ description: 'Unit of all offsets' }),
    min_confidence: score('From the request, else from the service: a SUPPORTED sentence below it does not pass'),
    risk: RiskBody.optional().meta({
      description:
        'Only where the calibration in use states a risk, min_confidence is the one that it was measured at, and UNCERTAIN does not pass',
    }),
    counts: CountsBody,
    grounding_score: score('Share of the checked sentences that pass; null if none is checked').nullable(),
    sentences: z.array(SentenceBody).meta({ description: 'In the order of the answer' }),
    repaired: RepairedBody.optional().meta({ description: 'Only where the request asks for it with repair' }),
    receipt: ReceiptBody,
  })
  .meta({ description: 'A verdict for every sentence and for the whole answer' });
/** The 200 body of `POST /v1/verify/answer`, its keys in this order. */
export type AnswerBody = Body<typeof AnswerBody>;

/** A request with the answer that it gets; the hashes are made up. */
export const ANSWER_EXAMPLE: { readonly request: AnswerRequestBody; readonly response: AnswerBody } = {
  request: {
    answer: 'The Lyon plant opened in 2014 [1]. It employs 530 people [2].',
    sources: [
      { id: '1', text: 'Acme opened its Lyon plant in 2014.', title: 'History' },
      { id: '2', text: 'The Lyon plant employs 350 people and makes valves.' },
    ],
    citations: 'brackets',
  },
  response: {
    outcome: 'fail',
    verdict: 'UNSUPPORTED',
    offsets: 'utf16',
    min_confidence: 0.75,
    counts: { sentences: 2, checked: 2, supported: 1, unsupported: 1, uncertain: 0, passed: 1 },
    grounding_score: 0.5,
    sentences: [
      {
        start: 0,
        end: 34,
        text: 'The Lyon plant opened in 2014 [1].',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.9312,
        outcome: 'pass',
        reasons: [],
        evidence: [
          {
            source_id: '1',
            start: 0,
            end: 35,
            text: 'Acme opened its Lyon plant in 2014.',
            match_type: 'paraphrase_match',
            entailment: 0.97,
            contradiction: 0.01,
          },
        ],
        citation: { status: 'supported_by_cited', cited: ['1'], source_id: null },
        quotations: [],
      },
      {
        start: 35,
        end: 61,
        text: 'It employs 530 people [2].',
        check_required: true,
        verdict: 'UNSUPPORTED',
        confidence: 0.9683,
        outcome: 'fail',
        reasons: [
          {
            code: 'number_differs',
            expected: { source_id: '2', start: 23, end: 33, text: '350 people' },
            found: { start: 46, end: 56, text: '530 people' },
          },
        ],
        evidence: [
          {
            source_id: '2',
            start: 0,
            end: 51,
            text: 'The Lyon plant employs 350 people and makes valves.',
            match_type: 'contradiction',
            entailment: 0.03,
            contradiction: 0.94,
          },
        ],
        citation: { status: 'contradicted_by_cited', cited: ['2'], source_id: null },
        quotations: [],
      },
    ],
    receipt: {
      report_sha256: '0a'.repeat(32),
      request_sha256: '1b'.repeat(32),
      models: { verdict: '2c'.repeat(32), evidence: '3d'.repeat(32) },
      calibration_sha256: '4e'.repeat(32),
      version: '4.0.0',
    },
  },
};
