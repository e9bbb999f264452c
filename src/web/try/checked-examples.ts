import type { AnswerBody } from '../../contract/answer.ts';
import type { VerifyResponse } from '../../contract/verify.ts';

/** What the bundled models answer to the examples of examples.ts, in their order: `npm run picture` writes it. */
export const CHECKED_CLAIMS: readonly VerifyResponse[] = [
  {
    verdict: 'UNSUPPORTED',
    confidence: 0.9791,
    reasoning:
      '1. "The museum employs 63 people." is contradicted: the source says 43 people where the claim says 63 people. Quoted: "The museum employs 43 people and is closed on Mondays." (entailment 0.00, neutral 0.03, contradiction 0.97)\n2. The source contradicts at least one part of the claim: UNSUPPORTED, confidence 0.98.',
    audit_trail: [
      {
        claim_span: 'The museum employs 63 people.',
        source_span: 'The museum employs 43 people and is closed on Mondays.',
        match_type: 'contradiction',
      },
    ],
    detail: {
      outcome: 'fail',
      reason_codes: ['number_differs'],
      offsets: 'utf16',
      scores: {
        SUPPORTED: 0.006319055490303907,
        UNSUPPORTED: 0.9814323082153796,
        UNCERTAIN: 0.012248636294316495,
      },
      spans: [
        {
          claim: {
            start: 0,
            end: 29,
          },
          source: {
            start: 233,
            end: 287,
          },
          reasons: [
            {
              code: 'number_differs',
              expected: {
                start: 252,
                end: 254,
              },
              found: {
                start: 19,
                end: 21,
              },
            },
          ],
        },
      ],
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
    },
  },
  {
    verdict: 'SUPPORTED',
    confidence: 0.9693,
    reasoning:
      '1. "The Harbour Museum opened to the public in May 1998." is supported: the source says the same; both say Harbour Museum. Quoted: "The Harbour Museum opened to the public on 14 May 1998 in a former grain warehouse on the east quay." (entailment 0.97, neutral 0.02, contradiction 0.01)\n2. The source supports every part of the claim: SUPPORTED, confidence 0.97.',
    audit_trail: [
      {
        claim_span: 'The Harbour Museum opened to the public in May 1998.',
        source_span:
          'The Harbour Museum opened to the public on 14 May 1998 in a former grain warehouse on the east quay.',
        match_type: 'paraphrase_match',
      },
    ],
    detail: {
      outcome: 'pass',
      reason_codes: [],
      offsets: 'utf16',
      scores: {
        SUPPORTED: 0.9835522483017647,
        UNSUPPORTED: 0.013725946547264634,
        UNCERTAIN: 0.0027218051509706794,
      },
      spans: [
        {
          claim: {
            start: 0,
            end: 52,
          },
          source: {
            start: 0,
            end: 100,
          },
          reasons: [],
        },
      ],
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
    },
  },
  {
    verdict: 'UNSUPPORTED',
    confidence: 0.9843,
    reasoning:
      '1. "The museum is closed on Mondays." is supported: the source says the same; both say Mondays. Quoted: "The museum employs 43 people and is closed on Mondays." (entailment 0.97, neutral 0.02, contradiction 0.01)\n2. "It opened in 2008." is contradicted: the source says 14 May 1998 where the claim says 2008. Quoted: "The Harbour Museum opened to the public on 14 May 1998 in a former grain warehouse on the east quay." (entailment 0.01, neutral 0.03, contradiction 0.96)\n3. The source contradicts at least one part of the claim: UNSUPPORTED, confidence 0.98.',
    audit_trail: [
      {
        claim_span: 'The museum is closed on Mondays.',
        source_span: 'The museum employs 43 people and is closed on Mondays.',
        match_type: 'paraphrase_match',
      },
      {
        claim_span: 'It opened in 2008.',
        source_span:
          'The Harbour Museum opened to the public on 14 May 1998 in a former grain warehouse on the east quay.',
        match_type: 'contradiction',
      },
    ],
    detail: {
      outcome: 'fail',
      reason_codes: ['date_differs'],
      offsets: 'utf16',
      scores: {
        SUPPORTED: 0.003275576044854499,
        UNSUPPORTED: 0.986205941183361,
        UNCERTAIN: 0.010518482771784465,
      },
      spans: [
        {
          claim: {
            start: 0,
            end: 32,
          },
          source: {
            start: 233,
            end: 287,
          },
          reasons: [],
        },
        {
          claim: {
            start: 33,
            end: 51,
          },
          source: {
            start: 0,
            end: 100,
          },
          reasons: [
            {
              code: 'date_differs',
              expected: {
                start: 43,
                end: 54,
              },
              found: {
                start: 46,
                end: 50,
              },
            },
          ],
        },
      ],
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
    },
  },
  {
    verdict: 'UNCERTAIN',
    confidence: 0.917,
    reasoning:
      '1. "The museum will move to the city centre." is not settled: it repeats a sentence of the source with something changed: the quotation is negated ("denied") and the claim is not. Quoted: "The director, Ines Falk, denied that the museum would move to the city centre." (entailment 0.00, neutral 0.98, contradiction 0.02)\n2. The source neither supports the whole claim nor contradicts any part of it: UNCERTAIN, confidence 0.92.',
    audit_trail: [
      {
        claim_span: 'The museum will move to the city centre.',
        source_span: 'The director, Ines Falk, denied that the museum would move to the city centre.',
        match_type: 'insufficient_evidence',
      },
    ],
    detail: {
      outcome: 'review',
      reason_codes: ['negated'],
      offsets: 'utf16',
      scores: {
        SUPPORTED: 0.0014451257104115328,
        UNSUPPORTED: 0.0607534801010636,
        UNCERTAIN: 0.9378013941885248,
      },
      spans: [
        {
          claim: {
            start: 0,
            end: 40,
          },
          source: {
            start: 363,
            end: 441,
          },
          reasons: [
            {
              code: 'negated',
              expected: {
                start: 388,
                end: 394,
              },
              found: null,
            },
          ],
        },
      ],
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
    },
  },
  {
    verdict: 'SUPPORTED',
    confidence: 0.9204,
    reasoning:
      '1. "No participant died." is supported: the source says the same. Note: "died" is not in the source. Quoted: "There were no deaths." (entailment 0.85, neutral 0.13, contradiction 0.02)\n2. The source supports every part of the claim: SUPPORTED, confidence 0.92.',
    audit_trail: [
      {
        claim_span: 'No participant died.',
        source_span: 'There were no deaths.',
        match_type: 'paraphrase_match',
      },
    ],
    detail: {
      outcome: 'pass',
      reason_codes: ['words_not_in_source'],
      offsets: 'utf16',
      scores: {
        SUPPORTED: 0.952925906749586,
        UNSUPPORTED: 0.028113946255121595,
        UNCERTAIN: 0.01896014699529241,
      },
      spans: [
        {
          claim: {
            start: 0,
            end: 20,
          },
          source: {
            start: 292,
            end: 313,
          },
          reasons: [
            {
              code: 'words_not_in_source',
              expected: null,
              found: {
                start: 15,
                end: 19,
              },
            },
          ],
        },
      ],
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
    },
  },
  {
    verdict: 'SUPPORTED',
    confidence: 0.9261,
    reasoning:
      '1. "Revenue was 48.2 million euros in the third quarter." is supported: the quotation and the sentences around it say so together; 48.2 million euros agrees with €48.2 million; both say Revenue. Quoted: "- Revenue: **€48.2 million**, up from €41.0 million a year earlier" (read with the sentences around it: entailment 0.96, neutral 0.01, contradiction 0.03)\n2. The source supports every part of the claim: SUPPORTED, confidence 0.93.',
    audit_trail: [
      {
        claim_span: 'Revenue was 48.2 million euros in the third quarter.',
        source_span: '- Revenue: **€48.2 million**, up from €41.0 million a year earlier',
        match_type: 'paraphrase_match',
      },
    ],
    detail: {
      outcome: 'pass',
      reason_codes: [],
      offsets: 'utf16',
      scores: {
        SUPPORTED: 0.9566792154686978,
        UNSUPPORTED: 0.031897310383670725,
        UNCERTAIN: 0.011423474147631445,
      },
      spans: [
        {
          claim: {
            start: 0,
            end: 52,
          },
          source: {
            start: 18,
            end: 84,
          },
          reasons: [],
        },
      ],
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
    },
  },
  {
    verdict: 'UNCERTAIN',
    confidence: 0.9706,
    reasoning:
      '1. "The company has offices in Lisbon." is not settled: the source does not say this.\n2. The source neither supports the whole claim nor contradicts any part of it: UNCERTAIN, confidence 0.97.',
    audit_trail: [
      {
        claim_span: 'The company has offices in Lisbon.',
        source_span: '',
        match_type: 'insufficient_evidence',
      },
    ],
    detail: {
      outcome: 'review',
      reason_codes: ['not_stated'],
      offsets: 'utf16',
      scores: {
        SUPPORTED: 0.003927426299475227,
        UNSUPPORTED: 0.014155915672226732,
        UNCERTAIN: 0.9819166580282981,
      },
      spans: [
        {
          claim: {
            start: 0,
            end: 34,
          },
          source: null,
          reasons: [
            {
              code: 'not_stated',
              expected: null,
              found: null,
            },
          ],
        },
      ],
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
    },
  },
];

export const CHECKED_ANSWERS: readonly AnswerBody[] = [
  {
    outcome: 'fail',
    verdict: 'UNSUPPORTED',
    offsets: 'utf16',
    min_confidence: 0.81,
    counts: {
      sentences: 7,
      checked: 5,
      supported: 3,
      unsupported: 1,
      uncertain: 1,
      passed: 3,
    },
    grounding_score: 0.6,
    sentences: [
      {
        start: 0,
        end: 46,
        text: 'Here is what I found about the Harbour Museum.',
        check_required: false,
        verdict: null,
        confidence: null,
        outcome: null,
        reasons: [],
        evidence: [],
        citation: null,
        quotations: [],
      },
      {
        start: 48,
        end: 128,
        text: 'The Harbour Museum opened on 14 May 1998 in a former grain warehouse [museum-1].',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.9659,
        outcome: 'pass',
        reasons: [],
        evidence: [
          {
            source_id: 'museum-1',
            start: 0,
            end: 100,
            text: 'The Harbour Museum opened to the public on 14 May 1998 in a former grain warehouse on the east quay.',
            match_type: 'paraphrase_match',
            entailment: 0.9574960934192241,
            contradiction: 0.018810245277208607,
          },
        ],
        citation: {
          status: 'supported_by_cited',
          cited: ['museum-1'],
          source_id: null,
        },
        quotations: [],
      },
      {
        start: 129,
        end: 161,
        text: 'It employs 63 people [museum-2].',
        check_required: true,
        verdict: 'UNSUPPORTED',
        confidence: 0.9814,
        outcome: 'fail',
        reasons: [
          {
            code: 'number_differs',
            expected: {
              source_id: 'museum-2',
              start: 121,
              end: 123,
              text: '43',
            },
            found: {
              start: 140,
              end: 142,
              text: '63',
            },
          },
        ],
        evidence: [
          {
            source_id: 'museum-2',
            start: 102,
            end: 131,
            text: 'The museum employs 43 people.',
            match_type: 'contradiction',
            entailment: 0.004916903838613272,
            contradiction: 0.9785138813466683,
          },
        ],
        citation: {
          status: 'contradicted_by_cited',
          cited: ['museum-2'],
          source_id: null,
        },
        quotations: [],
      },
      {
        start: 162,
        end: 213,
        text: 'Admission is free for children under 12 [museum-1].',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.9378,
        outcome: 'pass',
        reasons: [],
        evidence: [
          {
            source_id: 'museum-2',
            start: 41,
            end: 80,
            text: 'Admission is free for children under 12',
            match_type: 'exact_match',
            entailment: 0.9642412365309517,
            contradiction: 0.016088612731798613,
          },
        ],
        citation: {
          status: 'supported_elsewhere',
          cited: ['museum-1'],
          source_id: 'museum-2',
        },
        quotations: [],
      },
      {
        start: 214,
        end: 257,
        text: 'A fire damaged the roof in 2021 [museum-7].',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.975,
        outcome: 'pass',
        reasons: [],
        evidence: [
          {
            source_id: 'museum-1',
            start: 101,
            end: 133,
            text: 'In 2021 a fire damaged the roof.',
            match_type: 'paraphrase_match',
            entailment: 0.9728548677389481,
            contradiction: 0.0063474289034931445,
          },
        ],
        citation: {
          status: 'unknown_id',
          cited: ['museum-7'],
          source_id: 'museum-1',
        },
        quotations: [],
      },
      {
        start: 258,
        end: 314,
        text: 'The museum sells about 80,000 tickets a year [museum-2].',
        check_required: true,
        verdict: 'UNCERTAIN',
        confidence: 0.9671,
        outcome: 'review',
        reasons: [
          {
            code: 'not_stated',
            expected: null,
            found: null,
          },
        ],
        evidence: [],
        citation: {
          status: 'not_supported',
          cited: ['museum-2'],
          source_id: null,
        },
        quotations: [],
      },
      {
        start: 316,
        end: 334,
        text: 'I hope this helps!',
        check_required: false,
        verdict: null,
        confidence: null,
        outcome: null,
        reasons: [],
        evidence: [],
        citation: null,
        quotations: [],
      },
    ],
    receipt: {
      report_sha256: '8fab1f06062ebd0b9bdcef41e64271568d71b021e69a1605f62ddc160663b24d',
      request_sha256: '051cdace18fa9d2f91ebd29e046fcdea98d0360a5c9a94fdbd90cff5fee15fbd',
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
      calibration_sha256: '1a933b8382c0c42322c1fcd339924f2c92ce94bf7f8c20fe39f6bd0fc6095e92',
      version: '4.0.0',
    },
  },
  {
    outcome: 'fail',
    verdict: 'UNSUPPORTED',
    offsets: 'utf16',
    min_confidence: 0.81,
    counts: {
      sentences: 5,
      checked: 5,
      supported: 4,
      unsupported: 1,
      uncertain: 0,
      passed: 2,
    },
    grounding_score: 0.4,
    sentences: [
      {
        start: 0,
        end: 30,
        text: 'The trial enrolled 612 adults.',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.9756,
        outcome: 'pass',
        reasons: [],
        evidence: [
          {
            source_id: 'report',
            start: 0,
            end: 62,
            text: 'We enrolled 612 adults with mild hypertension at nine clinics.',
            match_type: 'paraphrase_match',
            entailment: 0.9683943996815279,
            contradiction: 0.01745315299080664,
          },
        ],
        citation: null,
        quotations: [],
      },
      {
        start: 31,
        end: 79,
        text: 'According to the report, "there were no deaths".',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.8877,
        outcome: 'pass',
        reasons: [
          {
            code: 'words_not_in_source',
            expected: null,
            found: {
              start: 48,
              end: 54,
              text: 'report',
            },
          },
        ],
        evidence: [
          {
            source_id: 'report',
            start: 151,
            end: 172,
            text: 'There were no deaths.',
            match_type: 'paraphrase_match',
            entailment: 0.915597141285099,
            contradiction: 0.01071055402256331,
          },
        ],
        citation: null,
        quotations: [
          {
            start: 57,
            end: 77,
            text: 'there were no deaths',
            status: 'verbatim',
            places: [
              {
                source_id: 'report',
                start: 151,
                end: 171,
                text: 'There were no deaths',
              },
            ],
            differences: [],
          },
        ],
      },
      {
        start: 80,
        end: 146,
        text: 'The authors write that "the drug lowers pressure in all patients".',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.4907,
        outcome: 'review',
        reasons: [
          {
            code: 'quotation_differs',
            expected: {
              source_id: 'report',
              start: 174,
              end: 215,
              text: 'The drug lowers pressure in most patients',
            },
            found: {
              start: 104,
              end: 144,
              text: 'the drug lowers pressure in all patients',
            },
          },
        ],
        evidence: [
          {
            source_id: 'report',
            start: 173,
            end: 236,
            text: '"The drug lowers pressure in most patients," the authors write.',
            match_type: 'paraphrase_match',
            entailment: 0.841493426176073,
            contradiction: 0.09090500555070223,
          },
        ],
        citation: null,
        quotations: [
          {
            start: 104,
            end: 144,
            text: 'the drug lowers pressure in all patients',
            status: 'altered',
            places: [
              {
                source_id: 'report',
                start: 174,
                end: 215,
                text: 'The drug lowers pressure in most patients',
              },
            ],
            differences: [
              {
                expected: 'most',
                found: 'all',
              },
            ],
          },
        ],
      },
      {
        start: 147,
        end: 199,
        text: 'Systolic pressure fell by 9.1 mmHg with the placebo.',
        check_required: true,
        verdict: 'SUPPORTED',
        confidence: 0.6991,
        outcome: 'review',
        reasons: [],
        evidence: [
          {
            source_id: 'report',
            start: 173,
            end: 236,
            text: '"The drug lowers pressure in most patients," the authors write.',
            match_type: 'paraphrase_match',
            entailment: 0.5094957022626447,
            contradiction: 0.06795755020240174,
          },
        ],
        citation: null,
        quotations: [],
      },
      {
        start: 200,
        end: 226,
        text: 'The trial lasted 24 weeks.',
        check_required: true,
        verdict: 'UNSUPPORTED',
        confidence: 0.9829,
        outcome: 'fail',
        reasons: [
          {
            code: 'number_differs',
            expected: {
              source_id: 'register',
              start: 17,
              end: 25,
              text: '20 weeks',
            },
            found: {
              start: 217,
              end: 225,
              text: '24 weeks',
            },
          },
        ],
        evidence: [
          {
            source_id: 'register',
            start: 0,
            end: 26,
            text: 'The trial lasted 20 weeks.',
            match_type: 'contradiction',
            entailment: 0.0055689454522293725,
            contradiction: 0.9785810133989576,
          },
        ],
        citation: null,
        quotations: [],
      },
    ],
    receipt: {
      report_sha256: '3b087d788fc0390ff854cade67942a37fa2283e0a845ae781cd72ac266f05815',
      request_sha256: '99f81514873b85a9706e6ff922c882ae7e1bedf1eaae5f4313afc04c59a3f33e',
      models: {
        verdict: 'de8987943f537e8c7327151e37410deb0578153fe58dd2f00897592f1439ee76',
        evidence: 'd6bdec2254c7bd075afff04612f01ac5ce78a34aa4d3ac33a32326c748ddbf92',
      },
      calibration_sha256: '1a933b8382c0c42322c1fcd339924f2c92ce94bf7f8c20fe39f6bd0fc6095e92',
      version: '4.0.0',
    },
  },
];
