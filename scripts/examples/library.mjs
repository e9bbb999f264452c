// Verifies claims in this process, without a server: node library.mjs
import { createVerifier, ServiceError } from 'claim-verification-service';

// MODEL_DIR and EVIDENCE_MODEL_DIR as for the service; unset: the models of the package.
const { MODEL_DIR: modelDir, EVIDENCE_MODEL_DIR: evidenceModelDir } = process.env;
const verifier = await createVerifier({ ...(modelDir && { modelDir }), ...(evidenceModelDir && { evidenceModelDir }) });
const grounding_source = 'The Lyon plant opened in 2014. It employs 350 people and makes valves.';

try {
  for (const claim of ['The plant makes valves.', 'The plant employs 530 people.', '']) {
    try {
      const { verdict, confidence, audit_trail } = await verifier.verify({ claim, grounding_source });
      console.log(`${verdict} (${confidence}): ${claim} <- ${audit_trail[0]?.source_span}`);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      console.log(`${error.code}: ${error.message}`);
    }
  }
} finally {
  await verifier.close();
}
