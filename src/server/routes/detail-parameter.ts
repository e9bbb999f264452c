import { ServiceError } from '../../errors.ts';

/** Whether the query string asks for `detail=full`. Throws `invalid_request` for any other detail, also for two. */
export function readDetail(query: unknown): boolean {
  const { detail } = query as { detail?: string | string[] };
  if (detail === undefined || detail === 'full') return detail === 'full';
  const got = Array.isArray(detail) ? 'several' : 'another value';
  throw new ServiceError('invalid_request', `Expected the query parameter detail to be full, once; got ${got}.`, {
    details: { field: 'detail' },
  });
}
