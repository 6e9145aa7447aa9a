/** An end-to-end ID of ours: letters and digits that no bank changes, and that nobody can guess. */
const END_TO_END_ID = /TG[0-9A-HJKMNP-TV-Z]{24}/;

/**
 * Our end-to-end ID in what a bank writes elsewhere: in the ID of an instruction, or in the text of a return. Lines may
 * be cut within it.
 */
export function findEndToEndId(lines: readonly string[]): string | null {
  for (const text of [lines.join(' '), lines.join('')]) {
    const found = END_TO_END_ID.exec(text);
    if (found !== null) return found[0];
  }
  return null;
}
