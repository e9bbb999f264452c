import type { OpenAPIV3_1 } from 'openapi-types';
import type { AnswerLimits } from '../../index.ts';
import { maxAnswerBodyBytes } from '../routes/answer-route.ts';
import { answerPath } from './answer-path.ts';
import { componentSchemas } from './component-schemas.ts';
import { gatewayPaths } from './gateway-paths.ts';
import { jobPaths } from './job-operations.ts';
import { operationPaths, operationSecurity, type ServedOperations } from './operation-paths.ts';
import { headers } from './response-headers.ts';
import { servicePaths } from './service-paths.ts';
import { batchPath, matrixPath, verifyPath } from './verify-path.ts';

/** Of the interface (specification, section 9), not of the product: additions leave it as it is. */
const INTERFACE_VERSION = '1.0.0';

/** The OpenAPI 3.1 document of what a server serves. Its request schemas are those that requests are validated with. */
export function openApiDocument(limits: AnswerLimits, served: ServedOperations): OpenAPIV3_1.Document {
  const { account: isApi } = served;
  return {
    openapi: '3.1.0',
    info: {
      title: 'Claim Verification Service',
      version: INTERFACE_VERSION,
      description: 'Is this claim supported by this source, and by which words of it?',
      license: { name: 'MIT AND Apache-2.0', identifier: 'MIT AND Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagsOf(served),
    paths: {
      ...(isApi ? verificationPaths(limits) : {}),
      ...(served.jobs ? jobPaths() : {}),
      ...gatewayPaths(served.gateways, maxAnswerBodyBytes(limits)),
      ...operationPaths(served),
      ...servicePaths(isApi),
    },
    components: {
      schemas: componentSchemas(limits),
      headers,
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An API key.' },
        ...operationSecurity(served),
      },
    },
  };
}

function verificationPaths(limits: AnswerLimits): OpenAPIV3_1.PathsObject {
  return {
    '/v1/verify': verifyPath(),
    '/v1/verify/answer': answerPath(maxAnswerBodyBytes(limits)),
    '/v1/verify/batch': batchPath(),
    '/v1/matrix': matrixPath(),
  };
}

function tagsOf({ account: isApi, jobs, operator, billing, gateways }: ServedOperations): OpenAPIV3_1.TagObject[] {
  const forCustomers = [
    { name: 'verification', description: 'Judge claims and answers by sources' },
    { name: 'account', description: 'What a customer sees and changes with a key' },
  ];
  const forOperators = { name: 'operator', description: 'Customers, subscriptions, keys and plans' };
  return [
    ...(isApi ? forCustomers : []),
    ...(jobs ? [{ name: 'jobs', description: 'Files of rows, verified in the background' }] : []),
    ...(gateways === undefined
      ? []
      : [{ name: 'gateways', description: 'For the gateways that GATEWAY_ROUTES names' }]),
    ...(operator || billing ? [forOperators] : []),
    { name: 'operation', description: 'Health, version and description; no key is needed' },
  ];
}
