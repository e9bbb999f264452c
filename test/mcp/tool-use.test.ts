import { describe, expect, it } from 'vitest';
import { answerRequestReader } from '../../src/answer/answer-request.ts';
import { readRecordSources } from '../../src/answer/readable-source.ts';
import { ANSWER_LIMITS } from '../../src/contract/answer-request.ts';
import { ServiceError } from '../../src/contract/errors.ts';
import { inToolNames, toolUseReader } from '../../src/mcp/tool-use.ts';

const read = toolUseReader(ANSWER_LIMITS);
const readRequest = answerRequestReader();

async function refusal(body: unknown): Promise<[message: string, field: unknown]> {
  try {
    await readRecordSources(readRequest(read(body)).sources, async () => undefined);
  } catch (error) {
    const named = inToolNames(error);
    if (named instanceof ServiceError) return [named.message, named.details?.field];
    throw error;
  }
  throw new Error('expected a refusal');
}

describe('verify_tool_use', () => {
  it('makes a source of each result: a string as it came, a JSON value as JSON', () => {
    const results = ['{"id": 1e400}', '{"a": 1}\n\n{"a": 2}\n', '{"a": 1}\nno', 'It rose.', '12', { a: [null] }, null];
    const { answer, sources } = read({
      statement: 'It rose.',
      tool_results: results.map((result, i) => ({ tool: i < 5 ? 'get_order' : `t${i}`, result })),
    });
    expect(answer).toBe('It rose.');
    expect(sources.map(({ id, format, text }) => [id, format, text])).toEqual([
      ['get_order', 'json', '{"id": 1e400}'],
      ['get_order (2)', 'jsonl', '{"a": 1}\n\n{"a": 2}\n'],
      ['get_order (3)', 'text', '{"a": 1}\nno'],
      ['get_order (4)', 'text', 'It rose.'],
      ['get_order (5)', 'text', '12'],
      ['t5', 'json', '{"a":[null]}'],
      ['t6', 'text', 'null'],
    ]);
    expect(sources[0]!.title).toBe('get order');
  });

  it('refuses wrong arguments in its own names', async () => {
    const result = { tool: 'a', result: 'x' };
    expect(await refusal({ statement: '', tool_results: [result] })).toEqual([
      'statement must be a string of 1 to 10000 characters, got 0.',
      'statement',
    ]);
    expect((await refusal({ statement: 'x', tool_results: [] }))[1]).toBe('tool_results');
    expect(await refusal({ statement: 'x', tool_results: [{ tool: 'a', result: ' ' }] })).toEqual([
      'tool_results[0].result must be a string of 1 to 100000 characters, got white space only.',
      'tool_results[0].result',
    ]);
    const long = { tool: 'b', result: 'x'.repeat(100_000) };
    expect((await refusal({ statement: 'x', tool_results: [result, long] }))[0]).toMatch(
      /^tool_results must have texts/,
    );
    expect(await refusal({ statement: 'x', tool_results: [{ tool: 'a' }] })).toEqual([
      'tool_results[0].result must be a string or a JSON value, got nothing.',
      'tool_results[0].result',
    ]);
    expect((await refusal({ statement: 'x', tool_results: [{ ...result, output: 1 }] }))[1]).toBe(
      'tool_results[0].output',
    );
    const deep = { tool: 'a', result: `${'['.repeat(65)}${']'.repeat(65)}` };
    expect((await refusal({ statement: 'x', tool_results: [deep] }))[1]).toBe('tool_results[0].result');
  });
});
