import { describe, expect, it } from 'vitest';
import { errorOfResponse } from '../../../src/client/read-error.ts';
import { explain } from '../../../src/web/shared/ui-error.ts';

function answer(status: number, error?: object, headers: Record<string, string> = {}) {
  const body = error && { error: { code: 'invalid_request', message: 'The reason.', ...error } };
  return errorOfResponse(new Response(null, { status, headers }), JSON.stringify(body) ?? '');
}

describe('explain', () => {
  it('leads to the field that a 400 names', () => {
    expect(explain(answer(400, { details: { field: 'grounding_source' } }))).toEqual({
      title: 'The request is not valid',
      advice: 'The reason.',
      field: 'grounding_source',
    });
  });

  it('takes the wait from the details, else from the header of a proxy that answered without a body', () => {
    expect(explain(answer(503, { details: { retry_after_seconds: 7 } })).waitSeconds).toBe(7);
    const bare = explain(answer(503, undefined, { 'retry-after': '3' }));
    expect([bare.waitSeconds, bare.advice]).toEqual([3, 'The service gave no reason.']);
    expect(explain(answer(503, undefined, { 'retry-after': 'Fri, 31 Dec 1999' })).waitSeconds).toBeUndefined();
  });

  it('makes no link of anything but a web address', () => {
    const details = { status: 'canceled', checkout_url: 'javascript:alert(1)' };
    expect(explain(answer(403, { details })).link).toBeUndefined();
  });

  it('has a message for every body that a proxy may send', () => {
    for (const body of [undefined, null, [], 'text', { error: null }, { error: { message: 5, details: [] } }]) {
      for (const status of [302, 400, 401, 403, 404, 429, 500, 502, 503]) {
        const error = errorOfResponse(new Response(null, { status }), JSON.stringify(body) ?? '');
        expect(explain(error).title).not.toBe('');
      }
    }
  });
});
