import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PreparedRequest } from './requests.ts';
import type { Service } from './service-process.ts';
import { type Answer, readStages } from './timed-answers.ts';

export interface OpenLoad {
  readonly perSecond: number;
  readonly seconds: number;
  readonly next: () => PreparedRequest;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/**
 * Sends requests at random times, whether or not earlier ones are answered, like independent clients. Resolves when all
 * are answered. (A closed load slows down with the server and cannot overload it.)
 */
export async function openLoad(service: Service, load: OpenLoad): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true });
  const underWay: Promise<Answer>[] = [];
  const startedAt = performance.now();
  let due = 0;
  while (due < 1000 * load.seconds) {
    due -= (1000 / load.perSecond) * Math.log(1 - load.random());
    const wait = startedAt + due - performance.now();
    if (wait > 1) await sleep(wait, undefined, { signal: load.signal });
    underWay.push(ask(service, { agent, prepared: load.next() }));
  }
  const answers = await Promise.all(underWay);
  agent.destroy();
  return answers;
}

interface Question {
  readonly agent: Agent;
  readonly prepared: PreparedRequest;
}

/** Sends one request; resolves with its answer, of status 0 when the connection failed. */
export function ask({ url, key }: Service, { agent, prepared: { kind, body } }: Question): Promise<Answer> {
  const sentAt = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const done = (status: number, timing?: string) => {
      const endedAt = performance.now();
      resolve({ kind, status, ms: endedAt - sentAt, endedAt, stages: readStages(timing) });
    };
    const outgoing = request(`${url}/v1/verify`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode ?? 0, response.headers['server-timing'] as string));
    });
    outgoing.on('error', () => done(0));
    outgoing.end(body);
  });
}
