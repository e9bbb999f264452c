/** OpenAI Agents SDK: an output guardrail that lets no answer through that the sources contradict. */
import { Agent, type Model, type OutputGuardrail, OutputGuardrailTripwireTriggered, run, Usage } from '@openai/agents';
import { type Source, verifyAnswer } from './verify-answer.ts';

interface Retrieved {
  readonly sources: readonly Source[];
}

const claimCheck: OutputGuardrail<'text', Retrieved> = {
  name: 'claim check',
  async execute({ agentOutput, context }) {
    const checked = await verifyAnswer(agentOutput, context.context.sources);
    return { tripwireTriggered: checked.outcome === 'fail', outputInfo: checked };
  },
};

/** A stand-in for your model. */
function stubModel(answer: string): Model {
  const content = [{ type: 'output_text' as const, text: answer }];
  const message = { type: 'message' as const, role: 'assistant' as const, status: 'completed' as const, content };
  return {
    getResponse: async () => ({ usage: new Usage(), output: [message] }),
    getStreamedResponse() {
      throw new Error('The stub does not stream.');
    },
  };
}

async function ask(answer: string): Promise<string> {
  const agent = new Agent<Retrieved>({
    name: 'Reporter',
    instructions: 'Answer from the sources.',
    model: stubModel(answer),
    outputGuardrails: [claimCheck],
  });
  const sources = [{ id: 'report', text: 'The Lyon plant employs 350 people and makes valves.' }];
  try {
    const { finalOutput } = await run(agent, 'How many people work in Lyon?', { context: { sources } });
    return `passed: ${finalOutput}`;
  } catch (error) {
    if (!(error instanceof OutputGuardrailTripwireTriggered)) throw error;
    return `blocked: ${answer}`;
  }
}

console.log(await ask('The plant employs 350 people.'));
console.log(await ask('The plant employs 530 people.'));
