import type { AnswerBody, SentenceBody } from '../../src/contract/answer.ts';

export const PICTURE_REQUEST = {
  answer: 'The plant makes valves [1]. It employs 530 people [1]. It makes valves for ships [1].',
  sources: [{ id: '1', text: 'Acme opened its Lyon plant in 2014. The plant employs 350 people and makes valves.' }],
  citations: 'brackets',
} as const;

/** Pixels. Text is not wrapped: a sentence and its evidence have one line each. */
const WIDTH = 860;
const HEAD = 50;
const ROW = 66;
const MARGIN = 24;
const TEXT_X = 150;

const STYLE = `
  text { font: 16px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328 }
  .page { fill: #ffffff; stroke: #d0d7de }
  .small { font-size: 14px; fill: #59636e }
  .chip { font-size: 14px; font-weight: 600; fill: #ffffff }
  .mark { font-weight: 700 }
  .pass { fill: #1a7f37 } .fail { fill: #cf222e } .review { fill: #8250df }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .page { fill: #0d1117; stroke: #3d444d } .small { fill: #9198a1 }
    .chip { fill: #ffffff } .pass { fill: #238636 } .fail { fill: #da3633 } .review { fill: #8957e5 }
  }`;

/** The picture of the README: each sentence with its outcome, and the words of the source that decided it. */
export function pictureOf({ sentences }: Pick<AnswerBody, 'sentences'>): string {
  const height = HEAD + sentences.length * ROW + MARGIN / 2;
  const rows = sentences.map((sentence, k) => row(sentence, HEAD + k * ROW));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img">
<style>${STYLE}
</style>
<rect class="page" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="small" x="${MARGIN}" y="32">Each sentence of an LLM answer, with the words of its source [1] that decided</text>
${rows.join('\n')}
</svg>
`;
}

function row({ outcome, text, start, evidence, reasons, verdict }: SentenceBody, y: number): string {
  const [shown] = evidence;
  const found = reasons.flatMap(({ found: place }) => (place === null ? [] : [relativeTo(start, place)]));
  const expected = reasons.flatMap(({ expected: place }) => {
    return place === null || shown === undefined ? [] : [relativeTo(shown.start, place)];
  });
  const source = shown === undefined ? 'no sentence of the source' : `“${marked(shown.text, expected)}”`;
  return `<g transform="translate(0 ${y})">
<rect class="${outcome}" x="${MARGIN}" y="2" width="106" height="28" rx="14"/>
<text class="chip" x="${MARGIN + 53}" y="21" text-anchor="middle">${outcome}</text>
<text x="${TEXT_X}" y="22">${marked(text, found)}</text>
<text class="small" x="${TEXT_X}" y="48">${verdict}: ${source}</text>
</g>`;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function relativeTo(offset: number, { start, end }: Range): Range {
  return { start: start - offset, end: end - offset };
}

/** Escaped text with its ranges, which do not overlap, in bold. */
function marked(text: string, ranges: readonly Range[]): string {
  let at = 0;
  const parts = [...ranges]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => {
      const before = escaped(text.slice(at, start));
      at = end;
      return `${before}<tspan class="mark" text-decoration="underline">${escaped(text.slice(start, end))}</tspan>`;
    });
  return parts.join('') + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
