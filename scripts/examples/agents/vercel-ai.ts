/** Vercel AI SDK: a middleware that lets no answer through that the sources contradict. */
import { generateText, type LanguageModelMiddleware, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { contradicted, type Source, verifyAnswer } from './verify-answer.ts';

/** Checks whole answers; a stream would have to be held back until its end, so none is let through unchecked. */
function claimCheck(sources: readonly Source[]): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      const answer = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      // A step of an agent that only calls tools says nothing yet.
      if (answer.trim() === '') return result;
      const checked = await verifyAnswer(answer, sources);
      if (checked.outcome === 'fail') throw new Error(`The sources contradict ${contradicted(checked)}`);
      return { ...result, providerMetadata: { ...result.providerMetadata, claimCheck: { outcome: checked.outcome } } };
    },
    async wrapStream() {
      throw new Error('Use generateText: an answer is checked as a whole.');
    },
  };
}

/** A stand-in for your model. */
function stubModel(text: string): MockLanguageModelV3 {
  const tokens = { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined };
  return new MockLanguageModelV3({
    doGenerate: {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: undefined } },
      warnings: [],
    },
  });
}

async function ask(answer: string): Promise<string> {
  const sources = [{ id: 'report', text: 'The Lyon plant employs 350 people and makes valves.' }];
  const model = wrapLanguageModel({ model: stubModel(answer), middleware: claimCheck(sources) });
  try {
    const { text, providerMetadata } = await generateText({ model, prompt: 'How many people work in Lyon?' });
    return `${providerMetadata?.claimCheck?.outcome}: ${text}`;
  } catch (error) {
    return `blocked: ${(error as Error).message}`;
  }
}

console.log(await ask('The plant employs 350 people.'));
console.log(await ask('The plant employs 530 people.'));
