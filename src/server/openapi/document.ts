import type { OpenAPIV3_1 } from 'openapi-types';
import type { Config } from '../../config.ts';
import type { AnswerLimits } from '../../index.ts';
import { packageFacts } from '../../package.ts';
import { maxAnswerBodyBytes } from '../routes/answer-limits.ts';
import { answerPath } from './answer-path.ts';
import { componentSchemas } from './component-schemas.ts';
import { gatewayPaths } from './gateway-paths.ts';
import { OPERATION_SECURITY, operationPaths } from './operation-paths.ts';
import { headers } from './response-headers.ts';
import { servicePaths } from './service-paths.ts';
import { batchPath, matrixPath, verifyPath } from './verify-path.ts';

/**
 * The OpenAPI 3.1 document, with the routes of these gateways. Its request schemas are those that requests are validated
 * with.
 */
export function openApiDocument(limits: AnswerLimits, gateways: Config['GATEWAY_ROUTES']): OpenAPIV3_1.Document {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Claim Verification Service',
      version: packageFacts().version,
      description: 'Is this claim supported by this source, and by which words of it?',
    },
    servers: [{ url: '/' }],
    paths: {
      '/v1/verify': verifyPath(),
      '/v1/verify/answer': answerPath(maxAnswerBodyBytes(limits)),
      '/v1/verify/batch': batchPath(),
      '/v1/matrix': matrixPath(),
      ...gatewayPaths(gateways, maxAnswerBodyBytes(limits)),
      ...operationPaths(),
      ...servicePaths(),
    },
    components: {
      schemas: componentSchemas(limits),
      headers,
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An API key.' },
        ...OPERATION_SECURITY,
      },
    },
  };
}
