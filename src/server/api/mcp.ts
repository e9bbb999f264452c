import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { answerLimits, type Config } from '../../config.ts';
import { ServiceError } from '../../contract/errors.ts';
import { answerRequestReader, toResponseBody } from '../../index.ts';
import type { Checker, mcpServers } from '../../mcp/mcp-server.ts';
import { weightOf } from '../http/accept.ts';
import { clientDisconnectSignal } from '../http/connections.ts';
import { describeError } from '../http/errors.ts';
import { checkAnswer, maxAnswerBodyBytes } from './answer.ts';
import { calledBy } from './callers.ts';
import { manyErrors } from './documented-errors.ts';
import { jsonOf, success } from './gateways/check-answers.ts';
import { type Call, type Operation, operation } from './operation.ts';
import { verifyClaim } from './verify.ts';

/** The fields of a message that are read here; the library of the protocol reads the rest. */
const Message = z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string().optional() });

const DESCRIPTION = [
  'The Model Context Protocol over HTTP ("streamable HTTP"), without sessions: every message is answered independently. The ' +
    'tools are verify_claim and verify_answer, with the fields of POST /v1/verify and POST /v1/verify/answer, and ' +
    'verify_tool_use, which checks a statement against the results of tools.',
  'Every message counts as one request against the limit of the key; a call of verify_answer or verify_tool_use counts as ' +
    'POST /v1/verify/answer does. A web page of another origin is refused unless CORS_ORIGINS names it.',
].join('\n\n');

/** POST /mcp. GET and DELETE, which are of sessions, are 405. */
export function mcpOperation(config: Config): Operation {
  const limits = answerLimits(config);
  const bodyLimit = maxAnswerBodyBytes(limits);
  const readAnswerRequest = answerRequestReader(limits);
  // Loaded by the first message: most services get none.
  let serverOf: ReturnType<typeof mcpServers> | undefined;
  const invalid = { message: 'Expected one message of the Model Context Protocol as the body, a JSON object.' };
  return operation({
    method: 'POST',
    path: '/mcp',
    operationId: 'callTool',
    summary: 'Model Context Protocol',
    description: DESCRIPTION,
    tags: ['gateways'],
    ...calledBy('key'),
    bodyLimit,
    checkHeaders: (headers) => assertOrigin(headers, config.CORS_ORIGINS ?? []),
    content: jsonOf(Message),
    responses: { 200: success("The protocol's own response", Message), ...manyErrors(bodyLimit, invalid) },
    work: async (call) => {
      // A list of messages would count as one request; the protocol has none since 2025-06-18.
      if (typeof call.body !== 'object' || call.body === null || Array.isArray(call.body)) {
        throw new ServiceError('invalid_request', invalid.message);
      }
      const { createMcpHandler } = await import('@modelcontextprotocol/server');
      serverOf ??= (await import('../../mcp/mcp-server.ts')).mcpServers(limits);
      const { request, reply } = call;
      let retryAfter: number | undefined;
      const server = serverOf({
        checker: checkerOf(call, readAnswerRequest),
        onFailure: (error) => request.log.error({ error: describeError(error) }, 'failed'),
        onRefusal: (seconds) => {
          retryAfter = seconds;
        },
        sentArguments: argumentsOf(call.body),
      });
      const { accept } = request.headers;
      const takesJson = weightOf('application/json', accept) > 0;
      const takesEvents = weightOf('text/event-stream', accept) > 0;
      // Nothing here changes while the service runs, so no one may wait for a change.
      const handler = createMcpHandler(() => server, {
        maxSubscriptions: 0,
        ...(takesJson ? {} : { responseMode: 'sse' }),
      });
      const answer = await handler.fetch(webRequest(call, takesJson || takesEvents), { parsedBody: call.body });
      const response = takesEvents ? await begun(answer) : await withoutEvents(answer);
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
      return response;
    },
  });
}

/** The checks of POST /v1/verify and POST /v1/verify/answer, for the caller of a message. */
function checkerOf(call: Call, readAnswerRequest: ReturnType<typeof answerRequestReader>): Checker {
  return {
    verifyClaim: async (body) => toResponseBody((await verifyClaim({ ...call, body })).verification),
    verifyAnswer: async (body) => checkAnswer(call, readAnswerRequest(body)),
  };
}

function argumentsOf(message: object): unknown {
  const { params } = message as { readonly params?: { readonly arguments?: unknown } | null };
  const given = params?.arguments;
  return typeof given === 'object' && given !== null ? given : undefined;
}

/** The request as the protocol's handler takes it; the body was read before, the key stays here. */
function webRequest({ request, reply }: Call, isAcceptable: boolean): Request {
  const { authorization: _key, ...headers } = request.headers;
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  const init = { method: 'POST', headers: given as [string, string][], signal: clientDisconnectSignal(reply) };
  const asked = new Request('http://localhost/mcp', init);
  // The library wants both types by name, which proxies and simple clients do not send.
  if (isAcceptable) asked.headers.set('accept', 'application/json, text/event-stream');
  return asked;
}

/** The response once its first part is there: by then an overloaded service has refused, and Retry-After can be sent. */
async function begun(response: Response): Promise<Response> {
  if (response.body === null) return response;
  const [first, whole] = response.body.tee();
  const reader = first.getReader();
  await reader.read();
  // Settles with the other branch only.
  void reader.cancel();
  return new Response(whole, response);
}

/** The one message of an event stream as JSON, for a client that takes no events. */
async function withoutEvents(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response;
  const [, message = ''] = /^data: (.*)$/m.exec(await response.text()) ?? [];
  return new Response(message, { status: response.status, headers: { 'content-type': 'application/json' } });
}

/** The protocol has servers refuse web pages that they do not know, also those whose name resolves to this machine. */
function assertOrigin({ origin }: IncomingHttpHeaders, known: readonly string[]): void {
  if (origin === undefined || known.includes('*') || known.includes(origin)) return;
  throw new ServiceError('forbidden', 'Pages of this origin may not call the service. Add the origin to CORS_ORIGINS.');
}
