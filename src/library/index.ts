/**
 * `claim-verification-service`: verifies claims and answers in the caller's own process, with the requests, answers and
 * errors of the API.
 */
import './not-bundled.ts';

export type * from '../client/bodies.ts';
export { type ErrorCode, type ErrorDetails, ServiceError } from '../contract/errors.ts';
export {
  type Calibration,
  DEFAULT_CALIBRATION,
  type DraftFiles,
  type DraftLine,
  type FileCheckOptions,
  type ModelInfo,
  type VerifierInfo,
} from '../index.ts';
export { createVerifier, LIMITS, type LibraryVerifier, type VerifierOptions } from './library-verifier.ts';
