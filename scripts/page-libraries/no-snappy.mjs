// In place of hysnappy in the page, whose policy compiles no wasm: hyparquet has JavaScript for it.
export const snappyUncompress = undefined;
export const snappyUncompressor = () => undefined;
