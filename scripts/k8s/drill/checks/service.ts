import { CLIENTS } from '../clients.ts';
import type { Drill } from '../drill.ts';
import { type Finding, unless } from '../finding.ts';
import type { Question } from '../in-cluster/ask.ts';
import { askFrom } from '../in-pod.ts';

export function claim(url: string, key: string): Question {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ claim: 'It is 5 m tall.', grounding_source: 'It is 4 m tall.' });
  return { url: `${url}/v1/verify`, method: 'POST', headers, body };
}

/** Customers' Service: a verdict, but neither metrics nor the operator's API. */
export async function verdictThroughService({ url, key }: Drill): Promise<Finding> {
  const others = ['/metrics', '/admin/v1/customers'];
  const questions = [claim(url, key), claim(url, 'cvs_unknown'), ...others.map((path) => ({ url: `${url}${path}` }))];
  const [verdict, stranger, ...rest] = await askFrom(CLIENTS, questions);
  const problems: string[] = [];
  if (verdict!.status !== 200) problems.push(`a claim: ${verdict!.status} ${verdict!.text}`);
  if (stranger!.status !== 401) problems.push(`a claim with an unknown key: ${stranger!.status}`);
  rest.forEach(({ status }, place) => {
    if (status !== 404) problems.push(`${others[place]}: ${status}`);
  });
  return unless(problems, `a claim: 200, with an unknown key: 401; ${others.join(', ')}: 404`);
}
