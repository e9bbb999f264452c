import { z } from 'zod';
import { type BodyWords, readBody } from '../contract/read-body.ts';
import { textField } from '../contract/texts.ts';
import { type AnswerLimits, type AnswerRequestBody, ServiceError, type SourceFormat } from '../index.ts';

const MAX_TOOL_NAME = 100;

/** The arguments of `verify_tool_use`: what an agent states, and what its tools returned. */
export function toolUseSchema({ answerLength, sources }: AnswerLimits) {
  const ToolResult = z.strictObject({
    tool: textField({ min: 1, max: MAX_TOOL_NAME, visible: true, description: 'The name of the tool' }),
    result: z
      .unknown()
      .refine((value) => value !== undefined, 'got nothing')
      .meta({
        description:
          'The output of the tool: the original string, which keeps every digit and gives offsets into it, or a JSON value',
      }),
  });
  return z.strictObject({
    statement: textField({ min: 1, max: answerLength, visible: true, description: 'The statement about the results' }),
    tool_results: z
      .array(ToolResult)
      .min(1)
      .max(sources)
      .meta({ description: 'The results to check the statement against' }),
  });
}

/** The reader of the arguments as the body of `POST /v1/verify/answer`. It throws `invalid_request`. */
export function toolUseReader(limits: AnswerLimits): (body: unknown) => AnswerRequestBody {
  const schema = toolUseSchema(limits);
  const words: BodyWords = {
    statement: { must: `a string of 1 to ${limits.answerLength} characters`, max: limits.answerLength },
    tool_results: { must: `an array of 1 to ${limits.sources} results`, max: limits.sources },
    'tool_results[]': { must: 'an object with the fields tool and result', fields: ['tool', 'result'] },
    'tool_results[].tool': { must: `a string of 1 to ${MAX_TOOL_NAME} characters`, max: MAX_TOOL_NAME },
    'tool_results[].result': { must: 'a string or a JSON value' },
  };
  return (body) => {
    const { statement, tool_results: results } = readBody(schema, body, words);
    const seen = new Map<string, number>();
    const sources = results.map(({ tool, result }) => {
      const count = (seen.get(tool) ?? 0) + 1;
      seen.set(tool, count);
      const text = typeof result === 'string' ? result : JSON.stringify(result);
      return {
        id: count === 1 ? tool : `${tool} (${count})`,
        title: tool.replaceAll('_', ' '),
        text,
        format: formatOf(text),
      };
    });
    return { answer: statement, sources };
  };
}

/** The format of what a tool returned: JSON and JSON Lines are recognized by reading them. */
function formatOf(text: string): SourceFormat {
  if (isRecord(text)) return 'json';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every(isRecord) ? 'jsonl' : 'text';
}

function isRecord(text: string): boolean {
  if (!/^\s*[{[]/.test(text.slice(0, 100))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A refusal of the body that was made of the arguments, in their names. */
export function inToolNames(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'invalid_request') return error;
  const named = (text: string) =>
    text
      .replace(/\bsources(\[\d+\])\.text\b/, 'tool_results$1.result')
      .replace(/\bsources(\[\d+\])\.id\b/, 'tool_results$1.tool')
      .replace(/\bsources\b/, 'tool_results')
      .replace(/^answer\b/, 'statement');
  const { details } = error;
  const field = typeof details?.field === 'string' ? { field: named(details.field) } : {};
  return new ServiceError('invalid_request', named(error.message), { details: { ...details, ...field }, cause: error });
}
