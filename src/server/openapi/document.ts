import type { OpenAPIV3_1 } from 'openapi-types';
import { componentSchemas } from '../schemas.ts';
import { SERVICE_VERSION } from '../version.ts';
import { headers } from './headers.ts';
import { OPERATION_SECURITY, operationPaths } from './operation-paths.ts';
import { operationalPaths } from './operational-paths.ts';
import { matrixPath, verifyPath } from './verify-path.ts';

/** The description of the interface, OpenAPI 3.1. Its schemas are those that requests are checked with. */
export function openApiDocument(): OpenAPIV3_1.Document {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Claim Verification Service',
      version: SERVICE_VERSION,
      description: 'Is this claim supported by this source, and by which words of it?',
    },
    servers: [{ url: '/' }],
    paths: { '/v1/verify': verifyPath(), '/v1/matrix': matrixPath(), ...operationPaths(), ...operationalPaths() },
    components: {
      schemas: componentSchemas(),
      headers,
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An API key.' },
        ...OPERATION_SECURITY,
      },
    },
  };
}
