/** Evaluated before the rest of the library, so that a bundle of it fails with this sentence and not deep in a dependency. */
const { url } = import.meta as { readonly url?: string };
if (url === undefined || !/\/library\/not-bundled\.[jt]s$/.test(new URL(url).pathname)) {
  throw new Error(
    'claim-verification-service was copied into a bundle, where its worker threads, models and native modules cannot be ' +
      'found. Keep it external and installed next to the bundle: esbuild --external:claim-verification-service; ' +
      "Rollup and Vite: external: ['claim-verification-service']; webpack: externals. Only " +
      'claim-verification-service/client may be bundled.',
  );
}

export {};
