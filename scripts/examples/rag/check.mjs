// A RAG pipeline from documents to checked answers: CLAIM_VERIFIER_URL=... CLAIM_VERIFIER_API_KEY=... node check.mjs
// For every question: retrieve passages, have a model write an answer, check each of its sentences against the passages.
import { readFile } from 'node:fs/promises';
import { createClient } from 'claim-verification-service/client';
import { readPassages, retriever } from './retrieve.mjs';

const { CLAIM_VERIFIER_URL: url = 'http://127.0.0.1:8080', CLAIM_VERIFIER_API_KEY: key } = process.env;
if (key === undefined) {
  console.error('Expected a key of the service in CLAIM_VERIFIER_API_KEY (URL and API_KEY are not read).');
  process.exit(2);
}
const PASSAGES_PER_QUESTION = 3;
const here = new URL('.', import.meta.url);

const checks = createClient({ url, key });
const retrieve = retriever(await readPassages(new URL('documents', here).pathname));

/** Your language model: it gets the question and the passages. Here: an answer that one wrote earlier. */
const written = new Map(
  (await readFile(new URL('questions.jsonl', here), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ question, answer }) => [question, answer]),
);
const generate = async (question, _passages) => written.get(question);

let failed = 0;
for (const question of written.keys()) {
  const sources = retrieve(question, PASSAGES_PER_QUESTION);
  const answer = await generate(question, sources);
  const { outcome, sentences } = await checks.verifyAnswer({ answer, sources });
  console.log(`${outcome}: ${question}`);
  for (const { verdict, text, evidence } of sentences) {
    if (verdict !== null)
      console.log(`  ${verdict}: ${text} <- ${evidence.map(({ source_id }) => source_id).join(', ')}`);
  }
  if (outcome === 'fail') failed += 1;
}
console.log(`${written.size - failed} of ${written.size} answers may be shown`);
