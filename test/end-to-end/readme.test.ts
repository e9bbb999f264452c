import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/config.ts';
import { ANSWER_EXAMPLE } from '../../src/contract/answer.ts';
import { ANSWER_LIMITS } from '../../src/contract/answer-request.ts';
import { type LibraryVerifier, libraryVerifierOn } from '../../src/library/library-verifier.ts';
import { briefAnswer } from '../../src/mcp/mcp-server.ts';
import { toolUseReader } from '../../src/mcp/tool-use.ts';
import { bundledModels } from '../support/bundled-models.ts';

const pages = ['README.md', 'src/server/API.md', 'src/server/api/gateways/README.md', 'src/mcp/README.md']
  .map((path) => readFileSync(join(PACKAGE_ROOT, path), 'utf8'))
  .join('\n');

let verifier: LibraryVerifier;
beforeAll(async () => {
  verifier = libraryVerifierOn(await bundledModels());
});

/** The first group of the pattern, searched from a heading or a sentence of the README or of the API's page on. */
function find(from: string, pattern: RegExp): string {
  const found = pattern.exec(pages.slice(pages.indexOf(from)))?.[1];
  if (!pages.includes(from) || found === undefined) throw new Error(`The pages have no ${pattern} behind "${from}".`);
  return found;
}

/** What is shown, with scores as far as processors agree: their integer products round differently, by some hundredths. */
function nearly(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : expect.closeTo(value, 1);
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, nearly(one)]));
}

it("answers the whole answer of the API's page as the page says", async () => {
  const request = JSON.parse(find('## Check a whole answer', /-d '([\s\S]*?)'\n```/));
  const shown = JSON.parse(find('## Check a whole answer', /```json\n([\s\S]*?)\n```/));
  const { receipt: _, ...body } = await verifier.verifyAnswer(request);
  expect(body).toEqual(nearly(shown));
});

it('answers the first request of the README as it says', async () => {
  const request = JSON.parse(find('# Claim verification service', /-d '([\s\S]*?)'\n```/));
  const shown = JSON.parse(find('# Claim verification service', /```json\n([\s\S]*?)\n```/));
  const withoutScores = (text: string) => text.replace(/\b0\.\d\d\b/g, '#');
  const { reasoning, ...body } = await verifier.verify(request);
  expect({ ...body, reasoning: withoutScores(reasoning) }).toEqual(
    nearly({ ...shown, reasoning: withoutScores(shown.reasoning) }),
  );
});

it('gives the short form of the page of MCP', async () => {
  const shown = JSON.parse(find('`brief: true` returns', /```json\n([\s\S]*?)\n```/));
  const answer = await verifier.verifyAnswer(ANSWER_EXAMPLE.request);
  expect(briefAnswer(answer)).toEqual(nearly(shown));
});

it('gives the result of a tool that the page of MCP shows', async () => {
  const { brief: _, ...sent } = JSON.parse(find('`verify_tool_use` checks', /```json\n([\s\S]*?)\n```/));
  const shown = JSON.parse(find('`verify_tool_use` checks', /\ngives\n\n```json\n([\s\S]*?)\n```/));
  const answer = await verifier.verifyAnswer(toolUseReader(ANSWER_LIMITS)(sent));
  expect(briefAnswer(answer)).toEqual(nearly(shown));
});

it("gives the evidence in a record that the API's page shows", async () => {
  const request = JSON.parse(find('### Records', /```json\n([\s\S]*?)\n```/));
  const shown = JSON.parse(find('gives UNSUPPORTED, with the evidence', /```json\n([\s\S]*?)\n```/));
  const { sentences } = await verifier.verifyAnswer(request);
  expect(sentences).toMatchObject([{ verdict: 'UNSUPPORTED', evidence: [shown] }]);
});
