import type { FastifyRequest } from 'fastify';
import type { Jobs } from '../../jobs/index.ts';
import { answersWithin, CLAIMS, type RowKind } from '../../rows/row-kind.ts';
import { clientOf } from '../auth/request-cost.ts';
import { answerLimits } from '../routes/answer-route.ts';
import type { ServerContext } from '../server-context.ts';
import type { Places } from './places.ts';

/** What the routes of jobs need. */
export interface JobContext extends Pick<ServerContext, 'access' | 'config'> {
  readonly jobs: Jobs;
}

/** What routes of jobs share of one server. */
export interface JobRoutesContext extends JobContext {
  readonly uploads: Places;
  readonly downloads: Places;
}

/** What rows may hold, by the name that a caller gives it. */
export function rowKinds(config: ServerContext['config']): Readonly<Record<RowKind['name'], RowKind>> {
  return { claims: CLAIMS, answers: answersWithin(answerLimits(config)) };
}

/** The job of the path, for its own client only. */
export function jobOf(request: FastifyRequest): [client: string, id: string] {
  return [clientOf(request), (request.params as { id: string }).id];
}
