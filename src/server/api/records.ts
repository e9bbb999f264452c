import type { z } from 'zod';
import type { Page } from '../../access/index.ts';
import { RECORD_SCHEMAS, type RecordName } from '../../contract/records.ts';
import { calledBy } from './callers.ts';
import { recordErrors } from './documented-errors.ts';
import { IDEMPOTENCY_KEY, runOnce } from './idempotency.ts';
import { exampleOf, headersOf, idOf, namedContent } from './openapi-parts.ts';
import { type Definition, type Operation, operation, type Parameter } from './operation.ts';

type Stated = 'method' | 'path' | 'operationId' | 'summary' | 'description' | 'query' | 'body' | 'work';

/** An operation on the records of customers, keys and the rest. */
interface RecordDefinition<Query extends z.ZodType, Body extends z.ZodType>
  extends Pick<Definition<Query, Body>, Stated> {
  readonly status?: 200 | 201 | 202;
  readonly response: RecordName;
}

export function accountOperation<Query extends z.ZodType = z.ZodUnknown, Body extends z.ZodType = z.ZodUnknown>(
  definition: RecordDefinition<Query, Body>,
): Operation {
  return recordOperation(definition, { tags: ['account'], ...calledBy('account') });
}

/** An operation for operators; the role read allows only GET. */
export function adminOperation<Query extends z.ZodType = z.ZodUnknown, Body extends z.ZodType = z.ZodUnknown>(
  definition: RecordDefinition<Query, Body>,
): Operation {
  return recordOperation(definition, { tags: ['operator'], ...calledBy('operator') });
}

/** With a POST, Idempotency-Key counts. */
function recordOperation<Query extends z.ZodType, Body extends z.ZodType>(
  { status = 200, response, ...stated }: RecordDefinition<Query, Body>,
  who: Pick<Operation, 'tags' | 'caller' | 'security'>,
): Operation {
  const { method, path, operationId, summary, description, ...checked } = stated;
  const isPost = method === 'POST';
  const once = operation<Query, Body>({
    method,
    path,
    operationId,
    summary,
    description,
    parameters: [...idsOf(path), ...(isPost ? [IDEMPOTENCY_KEY] : [])],
    ...checked,
    responses: {
      [status]: recordResponse(response),
      ...recordErrors({ forbidden: who.caller === 'operator' && method !== 'GET', repeatable: isPost }),
    },
    ...who,
  });
  return isPost ? { ...once, run: (call) => runOnce(call, () => once.run(call)) } : once;
}

/** A page of a list as its response has it: the rows are under their name. */
export function listed(name: string, { rows, ...page }: Page<unknown>): object {
  return { [name]: rows, ...page };
}

/** "/admin/v1/keys/:id/revoke" has the ID of a key. */
function idsOf(path: string): Parameter[] {
  const [, collection] = /\/([a-z]+)s\/:id/.exec(path) ?? [];
  return collection === undefined ? [] : [idOf(collection)];
}

function recordResponse(name: RecordName) {
  const content = namedContent(name, exampleOf(RECORD_SCHEMAS[name]));
  return { description: 'Success', headers: headersOf([]), content };
}
