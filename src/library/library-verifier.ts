import type { ClaimChecks, VerifyOptions, VerifyRequestBody } from '../client/bodies.ts';
import { invalidField, ServiceError } from '../contract/errors.ts';
import {
  ANSWER_LIMITS,
  type Calibration,
  checkFiles,
  type DocumentVerifier,
  type DraftFiles,
  type DraftLine,
  type FileCheckOptions,
  MAX_CLAIMS,
  MAX_LENGTHS,
  type VerifierOptions as OpenOptions,
  createVerifier as openVerifier,
  readBatchRequest,
  readVerifyRequest,
  toClaimDetail,
  toClaimResult,
  toResponseBody,
  type VerifierInfo,
} from '../index.ts';
import type { verifierOptions } from '../settings/verifier-options.ts';

/// <reference lib="esnext.disposable" preserve="true" />

/** Every option has a default. Paths are relative to the working directory; the models of the package are the default. */
export type VerifierOptions = Pick<OpenOptions, keyof typeof verifierOptions> & {
  /** Calibration to use instead of any file, already read. */
  readonly calibration?: Calibration | undefined;
};

/** Verifies claims and answers in this process. Calls may overlap: they share batches, workers and a queue. */
export interface LibraryVerifier extends ClaimChecks {
  /** Both models with their hashes, the calibration and what the verifier chose. */
  readonly info: VerifierInfo;
  /**
   * Checks a draft against a folder of documents, and gives every sentence of the draft in order, as soon as it is decided,
   * with the file, page, line and heading of the place that decided. Files that cannot be read are passed to `onSources`.
   * Throws `invalid_request` for a draft that cannot be read, `invalid_configuration` for a folder or an index that cannot.
   */
  checkDocument(files: DraftFiles, options?: FileCheckOptions): AsyncGenerator<DraftLine, void, undefined>;
  /** Ends the worker threads, which keep the process alive until then. Calls under way are rejected. */
  close(): Promise<void>;
  /** The same, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens the models, checks them against their manifests, starts and warms the workers: some seconds, once for a process.
 * Rejects with ServiceError `invalid_configuration` for options that cannot be used and `invalid_model` for models that
 * cannot, with a sentence for the person who must act.
 */
export async function createVerifier(options: VerifierOptions = {}): Promise<LibraryVerifier> {
  return libraryVerifierOn(await openVerifier(options));
}

export function libraryVerifierOn(verifier: DocumentVerifier): LibraryVerifier {
  const { info } = verifier;
  let isClosed = false;
  const open = () => {
    if (isClosed) throw new ServiceError('service_unavailable', 'This verifier is closed. Create another.');
    return verifier;
  };
  async function verify(body: VerifyRequestBody, { signal, detail }: VerifyOptions = {}) {
    const verifying = open();
    assertDetail(detail);
    const verification = await verifying.verify(readVerifyRequest(body), { signal });
    const answer = toResponseBody(verification);
    return detail === undefined ? answer : { ...answer, detail: toClaimDetail(verification, info) };
  }
  async function close(): Promise<void> {
    isClosed = true;
    await verifier.close();
  }
  return {
    info,
    verify: verify as LibraryVerifier['verify'],
    async verifyBatch(body, { signal } = {}) {
      const verifications = await open().verifyMany(readBatchRequest(body), { signal });
      return { results: verifications.map((one) => toClaimResult(one, info)) };
    },
    verifyAnswer: async (body, options = {}) => open().verifyAnswer(body, options),
    checkDocument: (files, options = {}) => checkFiles(open(), files, options),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function assertDetail(detail: unknown): void {
  if (detail === undefined || detail === 'full') return;
  throw invalidField('detail', 'The option detail must be full, or left out.');
}

/** Limits of one call. Lengths are Unicode code points. */
export const LIMITS = {
  claim: MAX_LENGTHS.claim,
  grounding_source: MAX_LENGTHS.grounding_source,
  claims: MAX_CLAIMS,
  answer: ANSWER_LIMITS.answerLength,
  sources: ANSWER_LIMITS.sources,
  /** Length of all source texts together. */
  sourcesLength: ANSWER_LIMITS.sourcesLength,
} as const;
