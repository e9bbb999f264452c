import { z } from 'zod';
import {
  type AnswerBody,
  CITATION_STATUSES,
  MATCH_TYPES,
  OFFSET_UNITS,
  OUTCOMES,
  QUOTATION_STATUSES,
  REASON_CODES,
  type SentenceBody,
  VERDICTS,
} from '../../index.ts';

const start = z.int().min(0).meta({ description: 'Where the text begins, in the unit of offsets' });
const end = z.int().min(0).meta({ description: 'Where it ends; exclusive' });
const count = (description: string) => z.int().min(0).meta({ description });
const score = (description: string) => z.number().min(0).max(1).meta({ format: 'double', description });
const sha256 = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description });

const AnswerPlace = z
  .object({ start, end, text: z.string() })
  .meta({ description: 'A place in the answer: the text is the slice at the offsets' });

const source_id = z.string().meta({ description: 'Id of the source' });
const SourcePlace = z
  .object({ start, end, text: z.string(), source_id })
  .meta({ description: 'A place in a source: the text is the slice at the offsets' });

const AnswerReason = z
  .object({
    code: z.enum(REASON_CODES),
    expected: SourcePlace.nullable().meta({ description: 'What the source says; null where no rule knows' }),
    found: AnswerPlace.nullable().meta({ description: 'What the answer says; null where no rule knows' }),
  })
  .meta({ description: 'Why a sentence is not SUPPORTED' });

const AnswerEvidence = z
  .object({
    start,
    end,
    text: z.string(),
    source_id,
    match_type: z.enum(MATCH_TYPES),
    entailment: score('Probability that the source says what the sentence says'),
    contradiction: score('Probability that the source contradicts it'),
  })
  .meta({ description: 'A place of a source that decided a sentence' });

const AnswerCitation = z
  .object({
    status: z.enum(CITATION_STATUSES),
    cited: z.array(z.string()).meta({ description: 'The ids that the answer cites for the sentence, in order' }),
    source_id: z
      .string()
      .nullable()
      .meta({ description: 'The source that supports the sentence where it is not among the cited ones' }),
  })
  .meta({ description: 'Whether the cited sources carry the sentence' });

const AnswerQuotation = z
  .object({
    start,
    end,
    text: z.string(),
    status: z.enum(QUOTATION_STATUSES),
    places: z.array(SourcePlace).meta({ description: 'Where the words are; several places if stitched' }),
    differences: z
      .array(z.object({ expected: z.string(), found: z.string() }))
      .meta({ description: 'The words that differ, if altered: of the source and of the answer' }),
  })
  .meta({ description: 'Text in quotation marks, looked up in the sources word for word' });

const AnswerSentence = z
  .object({
    start,
    end,
    text: z.string(),
    check_required: z.boolean().meta({ description: 'False for a sentence that asserts nothing; it does not count' }),
    verdict: z.enum(VERDICTS).nullable().meta({ description: 'null if nothing is to be checked' }),
    confidence: score('Confidence in the verdict; null if nothing is to be checked').nullable(),
    outcome: z
      .enum(OUTCOMES)
      .nullable()
      .meta({
        description:
          'pass if SUPPORTED with at least min_confidence and no quotation is altered, stitched or misattributed; review if ' +
          'SUPPORTED otherwise; fail if UNSUPPORTED; what the request says in uncertain if UNCERTAIN; null if nothing is to be checked',
      }),
    reasons: z.array(AnswerReason),
    evidence: z.array(AnswerEvidence).meta({ description: 'Two contradicting sources are both shown' }),
    citation: AnswerCitation.nullable().meta({
      description:
        'null if the request says that the answer does not cite, or if nothing is to be checked and no unknown id is cited',
    }),
    quotations: z.array(AnswerQuotation),
  })
  .meta({ description: 'One sentence of the answer' }) satisfies z.ZodType<SentenceBody>;

const AnswerResponse = z
  .object({
    outcome: z
      .enum(OUTCOMES)
      .meta({ description: 'The worst outcome of a sentence; what the request says in uncertain if none is checked' }),
    verdict: z.enum(VERDICTS).meta({
      description:
        'UNSUPPORTED if a checked sentence is, SUPPORTED if all of them are, else UNCERTAIN, as where none is to be checked',
    }),
    offsets: z.enum(OFFSET_UNITS).meta({ description: 'What all offsets count' }),
    min_confidence: score('Of the request, else of the service: a SUPPORTED sentence of less confidence does not pass'),
    counts: z.object({
      sentences: count('All sentences'),
      checked: count('Sentences that assert something'),
      supported: count('Checked sentences that are SUPPORTED'),
      unsupported: count('Checked sentences that are UNSUPPORTED'),
      uncertain: count('The other checked sentences'),
      passed: count('Sentences whose outcome is pass'),
    }),
    sentences: z.array(AnswerSentence).meta({ description: 'In the order of the answer' }),
    receipt: z
      .object({
        report_sha256: sha256('Of the canonical form (RFC 8785) of this body without its receipt'),
        request_sha256: sha256('Of the canonical form of the request'),
        models: z.object({
          verdict: sha256('Of the verdict model'),
          evidence: sha256('Of the evidence model; null if there is none').nullable(),
        }),
        calibration_sha256: sha256('Of the calibration'),
        version: z.string().meta({ description: 'Of the service' }),
      })
      .meta({ description: 'Hashes by which two answers can be compared later; it is no signature' }),
  })
  .meta({ description: 'A verdict for every sentence and for the whole answer' }) satisfies z.ZodType<AnswerBody>;

/** The bodies of POST /v1/verify/answer by their names in the description. */
export const ANSWER_SCHEMAS = {
  AnswerResponse,
  AnswerSentence,
  AnswerReason,
  AnswerEvidence,
  AnswerCitation,
  AnswerQuotation,
  AnswerPlace,
  SourcePlace,
};
