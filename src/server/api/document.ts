import type { OpenAPIV3_1 } from 'openapi-types';
import {
  AnswerBody,
  CitationBody,
  EvidenceBody,
  PlaceBody,
  QuotationBody,
  ReasonBody,
  SentenceBody,
  SourcePlaceBody,
} from '../../contract/answer.ts';
import { type AnswerLimits, answerRequestSchemas } from '../../contract/answer-request.ts';
import { ErrorBody } from '../../contract/body.ts';
import { JobBody, JobListBody } from '../../contract/job.ts';
import { RECORD_SCHEMAS } from '../../contract/records.ts';
import { RepairChangeBody, RepairedBody } from '../../contract/repair.ts';
import {
  AuditTrailEntry,
  BatchBody,
  BatchRequestBody,
  ClaimDetailBody,
  ClaimResultBody,
  Offsets,
  VerifyRequestBody,
  VerifyResponse,
} from '../../contract/verify.ts';
import { headers, jsonContent, namedJsonSchemas, queryParameters } from './openapi-parts.ts';
import type { Description } from './operation.ts';

/** Version of the interface (specification, section 9), not of the product: additions leave it unchanged. */
const INTERFACE_VERSION = '1.0.0';

export function openApiDocument(operations: readonly Description[], limits: AnswerLimits): OpenAPIV3_1.Document {
  const tags = new Set(operations.flatMap(({ tags: names }) => names));
  const callers = new Set(operations.map(({ caller }) => caller));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Claim Verification Service',
      version: INTERFACE_VERSION,
      description: 'Checks whether a source supports a claim, and shows the words that decided it.',
      license: { name: 'MIT AND Apache-2.0', identifier: 'MIT AND Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: TAGS.filter(({ name }) => tags.has(name)),
    paths: pathsOf(operations),
    components: {
      schemas: componentSchemas(limits),
      headers,
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An API key.' },
        ...(callers.has('operator') ? { adminToken: ADMIN_TOKEN } : {}),
      },
    },
  };
}

const TAGS: readonly { readonly name: Description['tags'][number]; readonly description: string }[] = [
  { name: 'verification', description: 'Check claims and answers against sources' },
  { name: 'account', description: 'Key, usage and account of a customer' },
  { name: 'jobs', description: 'Files of rows, verified in the background' },
  { name: 'gateways', description: 'For the gateways that GATEWAY_ROUTES names, and for MCP clients' },
  { name: 'operator', description: 'Customers, subscriptions, keys and plans' },
  { name: 'operation', description: 'Health, version and description; no key is needed' },
];

const ADMIN_TOKEN: OpenAPIV3_1.SecuritySchemeObject = {
  type: 'http',
  scheme: 'bearer',
  description: 'ADMIN_TOKEN or the token of an operator; an operator with the role read may only use GET.',
};

function pathsOf(operations: readonly Description[]): OpenAPIV3_1.PathsObject {
  const paths: Record<string, object> = {};
  for (const one of operations) {
    const path = one.path.replace(':id', '{id}');
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: describe(one) };
  }
  return paths;
}

function describe(one: Description): object {
  const { tags, security, operationId, summary, description, responses } = one;
  const content = one.content ?? (one.body && jsonContent(one.body));
  const requestBody = content && { requestBody: { required: true, content } };
  return { tags, security, operationId, summary, description, ...parametersOf(one), ...requestBody, responses };
}

function parametersOf({ query, parameters = [] }: Description): object {
  const [ofPath, others] = [true, false].map((isOfPath) =>
    parameters.filter((one) => (one.in === 'path') === isOfPath),
  );
  const all = [...ofPath!, ...queryParameters(query), ...others!];
  return all.length === 0 ? {} : { parameters: all };
}

/** The JSON Schemas of requests and responses by name, for `#/components/schemas`. */
function componentSchemas(limits: AnswerLimits): Record<string, object> {
  return namedJsonSchemas({
    VerifyRequest: VerifyRequestBody,
    VerifyResponse,
    AuditTrailEntry,
    VerifyDetail: ClaimDetailBody,
    Offsets,
    BatchRequest: BatchRequestBody,
    BatchResponse: BatchBody,
    ClaimResult: ClaimResultBody,
    AnswerRequest: answerRequestSchemas(limits).AnswerRequestBody,
    AnswerResponse: AnswerBody,
    AnswerSentence: SentenceBody,
    AnswerReason: ReasonBody,
    AnswerEvidence: EvidenceBody,
    AnswerCitation: CitationBody,
    AnswerQuotation: QuotationBody,
    AnswerPlace: PlaceBody,
    RepairedAnswer: RepairedBody,
    RepairChange: RepairChangeBody,
    SourcePlace: SourcePlaceBody,
    ErrorResponse: ErrorBody,
    Job: JobBody,
    JobList: JobListBody,
    ...RECORD_SCHEMAS,
  });
}
