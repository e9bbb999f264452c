import { type CallToolResult, fromJsonSchema, type JsonSchemaType, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type AnswerLimits, answerRequestSchemas, ServiceError, VerifyRequestBody } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import type { Checker } from './checker.ts';

interface ToolFacts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly check: (body: unknown, signal: AbortSignal) => Promise<object>;
}

/** The MCP server with the tools `verify_claim` and `verify_answer`; their arguments are the fields of the HTTP API. */
export function mcpServer(checker: Checker, limits: AnswerLimits): McpServer {
  const { name, version } = packageFacts();
  const server = new McpServer({ name, version }, { instructions: INSTRUCTIONS });
  for (const tool of toolsOf(checker, limits)) register(server, tool);
  return server;
}

const INSTRUCTIONS =
  'Checks statements against the sources you give, and against nothing else. SUPPORTED: the source says so. ' +
  'UNSUPPORTED: the source contradicts it. UNCERTAIN: the source does not decide it, which is no sign that it is true.';

function toolsOf(checker: Checker, limits: AnswerLimits): ToolFacts[] {
  return [
    {
      name: 'verify_claim',
      title: 'Check a claim against a source',
      description:
        'Says whether one claim is SUPPORTED or contradicted (UNSUPPORTED) by one source text, or neither (UNCERTAIN), ' +
        'with a confidence from 0 to 1, the reasoning and the words of the source that decided it.',
      schema: VerifyRequestBody,
      check: (body, signal) => checker.verifyClaim(body, signal),
    },
    {
      name: 'verify_answer',
      title: 'Check an answer against its sources',
      description:
        'Checks every sentence of an answer against several sources: its verdict, the evidence, why it is not ' +
        'supported, and whether the source that it cites carries it. outcome is pass, review or fail.',
      schema: answerRequestSchemas(limits).AnswerRequestBody,
      check: (body, signal) => checker.verifyAnswer(body, signal),
    },
  ];
}

/** Arguments are checked by the reader of the HTTP API instead of the SDK: the caller gets the same sentences. */
const UNCHECKED = { getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }) as never };

function register(server: McpServer, { name, title, description, schema, check }: ToolFacts): void {
  const inputSchema = fromJsonSchema(z.toJSONSchema(schema, { io: 'input' }) as object as JsonSchemaType, UNCHECKED);
  const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  server.registerTool(name, { title, description, inputSchema, annotations }, async (body, { mcpReq }) => {
    try {
      return resultOf(await check(body, mcpReq.signal));
    } catch (error) {
      mcpReq.signal.throwIfAborted();
      return { content: [{ type: 'text', text: sentenceOf(error) }], isError: true };
    }
  });
}

/** The body twice: for programs, and as text for models and for clients of older protocol versions. */
function resultOf(body: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: { ...body } };
}

/** What a caller may read of a failure. */
function sentenceOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 'The check failed inside the checker and nothing was verified; its standard error says why.';
}
