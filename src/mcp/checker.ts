import type { AnswerBody, ResponseBody } from '../index.ts';

/** What the tools of the MCP server ask. Bodies and answers are those of the HTTP API. */
export interface Checker {
  /** `POST /v1/verify`. Throws a ServiceError, of the library or the client, for wrong arguments and for whatever prevents a verdict. */
  verifyClaim(body: unknown, signal: AbortSignal): Promise<ResponseBody>;
  /** `POST /v1/verify/answer`. Throws as `verifyClaim` does. */
  verifyAnswer(body: unknown, signal: AbortSignal): Promise<AnswerBody>;
}
