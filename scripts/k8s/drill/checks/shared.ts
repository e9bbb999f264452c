import { setTimeout } from 'node:timers/promises';
import { CLIENTS } from '../clients.ts';
import type { Drill } from '../drill.ts';
import { type Finding, unless } from '../finding.ts';
import { askFrom } from '../in-pod.ts';
import { claim } from './service.ts';

const LIMIT = 20;

/** Asked in turn at the pods' own addresses. */
async function askBoth({ installation }: Drill, key: string, times: number): Promise<number[][]> {
  const pods = await installation.pods();
  const questions = Array.from({ length: times }, (_, place) => claim(`http://${pods[place % 2]!.address}:8080`, key));
  const statuses = (await askFrom(CLIENTS, questions)).map(({ status }) => status);
  return [0, 1].map((pod) => statuses.filter((_, place) => place % 2 === pod));
}

const count = (statuses: readonly number[], status: number) => statuses.filter((other) => other === status).length;

/** A key of 20 requests a minute gets 20 of 40 from both pods together. */
export async function sharedLimits(drill: Drill): Promise<Finding> {
  const { id, key } = await drill.installation.createKey('drill-limit', LIMIT);
  const startedAt = performance.now();
  const [one, other] = (await askBoth(drill, key, 2 * LIMIT)) as [number[], number[]];
  const tookMs = performance.now() - startedAt;
  await drill.installation.revokeKey(id);
  const all = [...one, ...other];
  const figures = `${count(all, 200)} × 200 (${count(one, 200)} and ${count(other, 200)}), ${count(all, 429)} × 429`;
  const problems: string[] = [];
  if (tookMs > 60_000) problems.push('the requests took longer than a minute, so that the key was counted anew');
  if (count(all, 200) !== LIMIT || count(all, 429) !== LIMIT) problems.push(`expected ${LIMIT} of each`);
  if (count(one, 200) === 0 || count(other, 200) === 0) problems.push('only one pod answered');
  return unless(problems, figures);
}

/** For so long a pod may use what it knows of a key. */
const REMEMBERED_MS = 1000;

/** Revoked by a command in one pod, refused by both once a pod asks for it again. */
export async function revokedKey(drill: Drill): Promise<Finding> {
  const { id, key } = await drill.installation.createKey('drill-revoked', 1000);
  const before = (await askBoth(drill, key, 2)).flat();
  const [pod] = await drill.installation.pods();
  await drill.installation.revokeKey(id, pod!.name);
  await setTimeout(REMEMBERED_MS + 100);
  const after = (await askBoth(drill, key, 2)).flat();
  const problems: string[] = [];
  if (before.some((status) => status !== 200)) problems.push('the key did not work before');
  if (after.some((status) => status !== 401)) problems.push('the key works after it was revoked');
  return unless(problems, `before: ${before.join(' and ')}, after: ${after.join(' and ')}`);
}
