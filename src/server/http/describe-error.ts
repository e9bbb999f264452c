import { toServiceError } from './error-response.ts';

const MAX_CAUSES = 3;
const MAX_FRAMES = 12;

/**
 * What may be logged of an error: its type, code and stack frames, and the same of its causes. The message is kept only
 * if it is this product's own: a library's message may quote a text of a customer.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const isOwn = toServiceError(error) === error;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(code === undefined ? {} : { code }),
    ...(isOwn ? { message: error.message } : {}),
    ...(isOwn && error.cause === undefined ? {} : { frames: stackFrames(error) }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Reading `stack` formats it, which costs more than rejecting a request. */
function stackFrames({ stack }: Error): string[] {
  const lines = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return lines.slice(0, MAX_FRAMES).map((line) => line.trim());
}
