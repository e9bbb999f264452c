import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { JobClients, Jobs } from '../../jobs/index.ts';
import { count } from './input-fields.ts';
import { type Operation, operation } from './operation.ts';
import { cursor, pageFields } from './page.ts';

export const JOB_CLIENT_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/admin/v1/jobs/clients',
    operationId: 'listJobClients',
    summary: 'Lists the customers that have jobs, the one with the most stored bytes first',
    description:
      'Deleted jobs are left out, also while their rows are still being removed. Sizes change while one pages: a customer may then be on two pages or on none. 404 in a service with JOBS=false.',
    response: 'JobClientList',
    query: z.strictObject({ count: count(200, 50), cursor }),
    work: async ({ jobs, query: { count: limit, cursor: after } }) => {
      const of = clientsOf(jobs);
      const clients = await of.list({ count: limit, after });
      const total = await of.count();
      return { clients, ...pageFields(clients, { count: limit, total, timeOf: ({ storedBytes }) => storedBytes }) };
    },
  }),
  operation({
    method: 'DELETE',
    path: '/admin/v1/jobs/clients/:id',
    operationId: 'deleteJobsOfClient',
    summary: 'Deletes all jobs of a customer, with their rows and results',
    description:
      'Whatever their status. They are gone at once; their rows and results are removed in the background. It works on a disk that is nearly full. Keys go on working: revoke them first, or more jobs may follow. 404 in a service with JOBS=false.',
    response: 'DeletedJobs',
    work: async ({ jobs, actor, id }) => ({ id, jobs: await clientsOf(jobs).deleteJobs(id, actor) }),
  }),
];

function clientsOf(jobs: Jobs | undefined): JobClients {
  if (jobs !== undefined) return jobs.clients;
  const message =
    'Expected a service with jobs, got one with JOBS=false: claim-verifier stored-jobs works on those that are stored.';
  throw new ServiceError('not_found', message);
}
