/** Lines that a cell may have; beyond them it is cut. */
const MOST_LINES = 12;

/**
 * Breaks a text into lines that are at most so wide: between words, and within a word that is wider than a line. The
 * text is cut after twelve lines.
 */
export function wrapped(text: string, most: number, widthOf: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const flush = () => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= most) {
      line = longer;
      continue;
    }
    flush();
    for (const letter of word) {
      if (line !== '' && widthOf(line + letter) > most) flush();
      line += letter;
    }
  }
  flush();
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]?.slice(0, -1)}…`];
}
