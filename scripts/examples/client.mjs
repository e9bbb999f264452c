// Checks a whole answer with a running service: CLAIM_VERIFIER_URL=... CLAIM_VERIFIER_API_KEY=... node client.mjs
import { createClient, ServiceError } from 'claim-verification-service/client';

const { CLAIM_VERIFIER_URL: url = 'http://127.0.0.1:8080', CLAIM_VERIFIER_API_KEY: key } = process.env;
if (key === undefined) {
  console.error('Expected a key of the service in CLAIM_VERIFIER_API_KEY (URL and API_KEY are not read).');
  process.exit(2);
}
const client = createClient({ url, key });

const request = {
  answer: 'The plant makes valves [report]. It opened in 1999 [report].',
  sources: [{ id: 'report', text: 'The Lyon plant opened in 2014. It employs 350 people and makes valves.' }],
  citations: 'brackets',
};

try {
  const { outcome, counts } = await client.verifyAnswer(request, {
    onSentence: ({ verdict, text, citation }) => console.log(`${verdict}, ${citation?.status}: ${text}`),
    signal: AbortSignal.timeout(60_000),
  });
  console.log(`${outcome}: ${counts.passed} of ${counts.checked} sentences pass`);
} catch (error) {
  if (!(error instanceof ServiceError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
