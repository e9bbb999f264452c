import { ServiceError } from '../errors.ts';

/** The error of a model directory that cannot be used: `invalid_model` with a sentence for the person who must act. */
export function invalidModel(message: string, cause?: unknown): ServiceError {
  return new ServiceError('invalid_model', message, { cause });
}
