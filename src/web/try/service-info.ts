/** The parts of GET /info that the page uses. Lengths are Unicode code points. */
export interface ServiceInfo {
  readonly limits: {
    readonly claim_characters: number;
    readonly grounding_source_characters: number;
    readonly answer_characters: number;
    readonly sources: number;
    readonly sources_characters: number;
  };
  /** Null until the models are warm. */
  readonly policy?: { readonly min_confidence: { readonly answers: number } } | null;
  /** The service gives a key to pages on its own machine. */
  readonly demo_key: boolean;
}

export const DEFAULT_INFO: ServiceInfo = {
  limits: {
    claim_characters: 500,
    grounding_source_characters: 10_000,
    answer_characters: 10_000,
    sources: 200,
    sources_characters: 100_000,
  },
  demo_key: false,
};

let asked: Promise<ServiceInfo> | undefined;

/** Asked once. Resolves with the defaults when the service does not respond. */
export function serviceInfo(): Promise<ServiceInfo> {
  asked ??= ask().catch(() => DEFAULT_INFO);
  return asked;
}

async function ask(): Promise<ServiceInfo> {
  const response = await fetch(new URL('info', document.baseURI), { credentials: 'omit', redirect: 'error' });
  const { limits, ...info } = (await response.json()) as ServiceInfo;
  return { ...DEFAULT_INFO, ...info, limits: { ...DEFAULT_INFO.limits, ...limits } };
}
