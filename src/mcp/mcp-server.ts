import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  type AnswerBody,
  type AnswerLimits,
  answerRequestSchemas,
  type EvidenceBody,
  type ReasonBody,
  type ResponseBody,
  type SentenceBody,
  ServiceError,
  VerifyRequestBody,
} from '../index.ts';
import { packageFacts } from '../package.ts';
import { inToolNames, toolUseReader, toolUseSchema } from './tool-use.ts';

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Tool['inputSchema'];
  readonly check: (asked: Asked, signal: AbortSignal) => Promise<object>;
}

/** The arguments of a tool: a body of the HTTP API, and whether the answer is to be short. */
interface Asked {
  readonly body: unknown;
  readonly brief: boolean;
}

export interface McpOptions {
  readonly checker: Checker;
  readonly onFailure: (error: unknown) => void;
  /** Called with the seconds until a refused call can succeed. */
  readonly onRefusal?: ((retryAfterSeconds: number) => void) | undefined;
  /** The arguments of the only call as they were sent: the library drops a field named `__proto__`. */
  readonly sentArguments?: unknown;
}

/** Returns a factory of MCP servers with the tools `verify_claim` and `verify_answer`, whose arguments are the fields of the HTTP API, and `verify_tool_use`. */
export function mcpServers(limits: AnswerLimits): (options: McpOptions) => Server {
  const { name, version } = packageFacts();
  const claimSchema = inputSchemaOf(VerifyRequestBody);
  const answerSchema = inputSchemaOf(answerRequestSchemas(limits).AnswerRequestBody);
  const toolUse = { inputSchema: inputSchemaOf(toolUseSchema(limits)), read: toolUseReader(limits) };
  return ({ checker, onFailure, onRefusal, sentArguments }) => {
    const tools = toolsOf(checker, { claimSchema, answerSchema, toolUse });
    // Without listChanged: the tools do not change while the server runs.
    const server = new Server({ name, version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    server.setRequestHandler('tools/list', () => ({ tools: tools.map(listed) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const tool = tools.find((one) => one.name === params.name);
      if (tool === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name.slice(0, 100)} not found`);
      }
      try {
        const asked = askedBy(sentArguments ?? params.arguments ?? {}, tool);
        return resultOf(await tool.check(asked, mcpReq.signal));
      } catch (error) {
        mcpReq.signal.throwIfAborted();
        return failureOf(error, { onFailure, onRefusal });
      }
    });
    return server;
  };
}

function listed({ name, title, description, inputSchema }: ToolFacts): Tool {
  const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  return { name, title, description, inputSchema, annotations };
}

function inputSchemaOf(schema: z.ZodObject): Tool['inputSchema'] {
  const brief = z.boolean().optional().meta({ description: BRIEF_MEANING });
  return z.toJSONSchema(z.strictObject({ ...schema.shape, brief }), { io: 'input' }) as Tool['inputSchema'];
}

const BRIEF_MEANING =
  'true: a short result. For a claim: the verdict, the confidence and the reasoning. For an answer: the outcome, and each ' +
  'sentence that does not pass or cites wrongly, with the reason and one place of a source';

const INSTRUCTIONS =
  'Checks statements against the sources you provide, and nothing else. SUPPORTED: the source supports it. ' +
  'UNSUPPORTED: the source contradicts it. UNCERTAIN: the source does not decide it, which does not mean that it is true.';

interface ToolSchemas {
  readonly claimSchema: Tool['inputSchema'];
  readonly answerSchema: Tool['inputSchema'];
  readonly toolUse: { readonly inputSchema: Tool['inputSchema']; readonly read: ReturnType<typeof toolUseReader> };
}

function toolsOf(checker: Checker, { claimSchema, answerSchema, toolUse }: ToolSchemas): ToolFacts[] {
  const checkedAnswer = async ({ body, brief }: Asked, signal: AbortSignal) => {
    const checked = await checker.verifyAnswer(body, signal);
    return brief ? briefAnswer(checked) : checked;
  };
  return [
    {
      name: 'verify_claim',
      title: 'Check a claim against a source',
      description:
        'Determines whether one source text supports a claim (SUPPORTED), contradicts it (UNSUPPORTED), or neither (UNCERTAIN). ' +
        'Returns a confidence from 0 to 1, the reasoning and the words of the source that decided.',
      inputSchema: claimSchema,
      check: async ({ body, brief }, signal) => {
        const checked = await checker.verifyClaim(body, signal);
        return brief ? briefClaim(checked) : checked;
      },
    },
    {
      name: 'verify_answer',
      title: 'Check an answer against its sources',
      description:
        'Checks every sentence of an answer against several sources: its verdict, the evidence, why it is not ' +
        'supported, and whether the source that it cites supports it. outcome is pass, review or fail.',
      inputSchema: answerSchema,
      check: checkedAnswer,
    },
    {
      name: 'verify_tool_use',
      title: 'Check a statement against the results of tools',
      description:
        'Checks every sentence of a statement, such as "the deployment succeeded", against what tools returned, JSON or ' +
        'text: its verdict, and as evidence the value with its JSON Pointer. outcome is pass, review or fail.',
      inputSchema: toolUse.inputSchema,
      check: ({ body, brief }, signal) =>
        checkedAnswer({ body: toolUse.read(body), brief }, signal).catch((error: unknown) => {
          throw inToolNames(error);
        }),
    },
  ];
}

/** The arguments of a call, without the nulls some clients send for those left out. Throws `invalid_request`. */
function askedBy(given: unknown, { inputSchema: { properties = {}, required = [] } }: ToolFacts): Asked {
  const isLeftOut = (name: string, value: unknown) =>
    value === null && Object.hasOwn(properties, name) && !required.includes(name);
  const present = Object.entries(given as object).filter(([name, value]) => !isLeftOut(name, value));
  const { brief = false, ...body } = Object.fromEntries(present);
  if (typeof brief === 'boolean') return { body, brief };
  throw new ServiceError('invalid_request', `brief must be true or false, got ${JSON.stringify(brief).slice(0, 100)}.`);
}

function resultOf(body: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: { ...body } };
}

/** A failure as the result of a tool: a sentence for the model and, for programs, the seconds until a retry can succeed. */
function failureOf(
  error: unknown,
  { onFailure, onRefusal }: Pick<McpOptions, 'onFailure' | 'onRefusal'>,
): CallToolResult {
  if (!(error instanceof ServiceError) || error.code === 'internal_error') onFailure(error);
  const seconds = retryAfterSeconds(error);
  if (seconds !== undefined) onRefusal?.(seconds);
  const retry = seconds === undefined ? {} : { structuredContent: { retry_after_seconds: seconds } };
  return { content: [{ type: 'text', text: sentenceOf(error, seconds) }], isError: true, ...retry };
}

/** Seconds until a refused call can succeed; undefined where waiting does not help. */
function retryAfterSeconds(error: unknown): number | undefined {
  const seconds = error instanceof ServiceError ? error.details?.retry_after_seconds : undefined;
  return typeof seconds === 'number' ? seconds : undefined;
}

function sentenceOf(error: unknown, seconds: number | undefined): string {
  if (!(error instanceof ServiceError)) {
    return 'Internal error: nothing was verified. See the log of the service for the cause.';
  }
  return seconds === undefined ? error.message : `${error.message} Retry after ${seconds} s.`;
}

/** The checks behind the tools of the MCP server. Bodies and answers are those of the HTTP API. */
export interface Checker {
  /** `POST /v1/verify`. Throws a ServiceError, of the library or the client, for wrong arguments and for whatever prevents a verdict. */
  verifyClaim(body: unknown, signal: AbortSignal): Promise<ResponseBody>;
  /** `POST /v1/verify/answer`. Throws as `verifyClaim` does. */
  verifyAnswer(body: unknown, signal: AbortSignal): Promise<AnswerBody>;
}

/** The short form of a verdict: without the audit trail. */
export function briefClaim({ verdict, confidence, reasoning }: ResponseBody): object {
  return { verdict, confidence, reasoning };
}

/** The short form of a checked answer: its outcome, the sentences that do not pass or that cite wrongly, and the repaired text. */
export function briefAnswer({ outcome, counts: { checked, passed }, sentences, repaired }: AnswerBody): object {
  const open = sentences.filter((one) => (one.outcome !== null && one.outcome !== 'pass') || citesWrongly(one));
  const rest = repaired === undefined ? {} : { repaired: repaired.text };
  return { outcome, checked, passed, sentences: open.map(briefSentence), ...rest };
}

const WRONG_CITATIONS: readonly unknown[] = ['supported_elsewhere', 'contradicted_by_cited', 'unknown_id'];

function citesWrongly({ citation }: SentenceBody): boolean {
  return citation !== null && WRONG_CITATIONS.includes(citation.status);
}

function briefSentence(sentence: SentenceBody): object {
  const { text, outcome, verdict, confidence, reasons, evidence, citation } = sentence;
  const [first] = evidence;
  return {
    text,
    outcome,
    verdict,
    confidence,
    reasons: reasons.map(briefReason),
    ...(first === undefined ? {} : { evidence: briefEvidence(first) }),
    ...(citesWrongly(sentence) ? { citation: citation!.status } : {}),
  };
}

function briefEvidence({ source_id, pointer, text }: EvidenceBody): object {
  return { source_id, ...(pointer === undefined ? {} : { pointer }), text };
}

function briefReason({ code, expected, found }: ReasonBody): object {
  return {
    code,
    ...(expected === null ? {} : { expected: expected.text }),
    ...(found === null ? {} : { found: found.text }),
  };
}
