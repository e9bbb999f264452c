import type { OpenAPIV3_1 } from 'openapi-types';
import { cancelPath, jobPath, jobsPath, placesPath, resultsPath } from './job-operations.ts';

/** Paths of files as jobs. */
export function jobPaths(): OpenAPIV3_1.PathsObject {
  return {
    '/v1/jobs': jobsPath(),
    '/v1/jobs/places': placesPath(),
    '/v1/jobs/{id}': jobPath(),
    '/v1/jobs/{id}/results': resultsPath(),
    '/v1/jobs/{id}/cancel': cancelPath(),
  };
}
