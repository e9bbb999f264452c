/** By gateway, the route that it asks. */
export const GATEWAY_PATHS = {
  litellm: '/beta/litellm_basic_guardrail_api',
  fms: '/api/v1/text/context/doc',
} as const;
export type Gateway = keyof typeof GATEWAY_PATHS;
