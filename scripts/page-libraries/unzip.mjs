// In place of fflate in the page: its unzip() starts workers of blobs, which the page's policy forbids.
import { strFromU8, unzipSync } from '../../node_modules/fflate/esm/browser.js';

export { strFromU8, unzipSync };

/** The library gives the callback alone. */
export function unzip(archive, done) {
  let files;
  try {
    files = unzipSync(archive);
  } catch (error) {
    done(error);
    return;
  }
  done(null, files);
}
