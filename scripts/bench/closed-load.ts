import { Agent } from 'node:http';
import { ask } from './open-load.ts';
import type { PreparedRequest } from './requests.ts';
import type { Service } from './service-process.ts';
import type { Answer } from './timed-answers.ts';

export interface ClosedLoad {
  readonly connections: number;
  readonly seconds: number;
  /** Called for every request that is sent. */
  readonly next: () => PreparedRequest;
}

/** Every connection sends its next request after the response to the last. Resolves when all are answered. */
export async function closedLoad(service: Service, { connections, seconds, next }: ClosedLoad): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const endsAt = performance.now() + 1000 * seconds;
  const answers: Answer[] = [];
  const one = async () => {
    while (performance.now() < endsAt) answers.push(await ask(service, { agent, prepared: next() }));
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return answers;
}
