import type { AnswerBody, SentenceBody } from '../../contract/answer.ts';
import type { AnswerRequestBody } from '../../contract/answer-request.ts';
import type { VerifyRequestBody, VerifyResponse } from '../../contract/verify.ts';
import { matchOf } from '../../contract/words.ts';
import { answerHeadline, citationWords, claimHeadline, quotationText, reasonText, sentenceWords } from './words.ts';

/** A claim and what came of it, to be kept or sent on. */
export function claimMarkdown({ claim, grounding_source }: VerifyRequestBody, response: VerifyResponse): string {
  const { verdict, confidence, reasoning, audit_trail, detail } = response;
  const rows = audit_trail.map(({ claim_span, match_type, source_span }) => {
    const { sign, label } = matchOf(match_type);
    return `| ${cell(claim_span)} | ${sign} ${label} | ${cell(source_span)} |`;
  });
  const outcome = detail === undefined ? '' : `, outcome ${detail.outcome}`;
  return document([
    '# Claim check',
    `**${verdict}**, confidence ${confidence.toFixed(2)}${outcome}. ${claimHeadline(response)}`,
    ...['## Claim', quoted(claim), '## Source', quoted(grounding_source)],
    ...['## Evidence', ['| claim | match | source |', '|---|---|---|', ...rows].join('\n')],
    ...[
      '## Reasoning',
      reasoning
        .split('\n')
        .map((line) => line.replace(/^(\d+\. )?(.*)$/, numbered))
        .join('\n'),
    ],
  ]);
}

function numbered(_: string, number = '', text = ''): string {
  return number + escaped(text);
}

/** An answer with its sources, and what came of it. */
export function answerMarkdown({ sources }: AnswerRequestBody, response: AnswerBody): string {
  const { outcome, grounding_score: score, counts, sentences } = response;
  const share =
    score === null
      ? ''
      : ` Grounding score ${score.toFixed(2)}: ${counts.passed} of ${counts.checked} checked sentences pass.`;
  return document([
    '# Answer check',
    `**${outcome.toUpperCase()}**. ${answerHeadline(response)}${share}`,
    ...['## Sentences', sentences.map(sentenceItem).join('\n')],
    '## Sources',
    ...sources.flatMap(({ id, title, text }) => [
      `### ${escaped(title === undefined ? id : `${id}: ${title}`)}`,
      quoted(text),
    ]),
  ]);
}

function sentenceItem(sentence: SentenceBody): string {
  const words = sentenceWords(sentence);
  if (words === undefined) return `- ${cell(sentence.text)} (not a factual statement)`;
  const { reasons, citation, quotations, evidence, confidence } = sentence;
  const lines = [
    ...reasons.map(({ code, found, expected }) => {
      const says = found === null ? '' : ` The answer says "${cell(found.text)}".`;
      const other = expected === null ? '' : ` Source ${escaped(expected.source_id)} says "${cell(expected.text)}".`;
      return reasonText(code) + says + other;
    }),
    ...(citation === null ? [] : [citationWords(citation).meaning]),
    ...quotations.map((quotation) => `"${cell(quotation.text)}" ${quotationText(quotation)}`),
    ...evidence.map(
      ({ source_id, pointer, match_type, text }) =>
        `Source ${escaped(source_id)}${pointer ? `, ${escaped(pointer)}` : ''}, ${matchOf(match_type).label}: "${cell(text)}"`,
    ),
  ];
  const head = `- ${words.sign} **${words.label}** (${confidence!.toFixed(2)}): ${cell(sentence.text)}`;
  return [head, ...lines.map((line) => `  - ${line}`)].join('\n');
}

function document(blocks: readonly string[]): string {
  return `${blocks.join('\n\n')}\n`;
}

function quoted(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => `> ${escaped(line)}`.trimEnd())
    .join('\n');
}

/** On one line. */
function cell(text: string): string {
  return escaped(text.replace(/\s+/g, ' ').trim());
}

/** The text as Markdown shows it: nothing in it is a mark. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~&]/g, '\\$&')
    .replace(/^(\s*)([-+=])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2');
}
