/** A cell of which every sign counts, without what cannot be seen and spaces around it. */
export function visibleCell(cell: string): string {
  return cell.replaceAll(INVISIBLE, '').trim();
}

/** A text of a person: within it, invisible signs join letters and emoji. */
export function textCell(cell: string): string {
  const parts = [...cell];
  const isKept = (part: string) => part.trim() !== '' && !INVISIBLE_ONE.test(part);
  const [from, to] = [parts.findIndex(isKept), parts.findLastIndex(isKept)];
  return from < 0 ? '' : parts.slice(from, to + 1).join('');
}

/**
 * Characters that people copy along with an address: soft hyphens, zero-width spaces and joiners, marks of direction.
 */
const INVISIBLE = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu;
const INVISIBLE_ONE = new RegExp(INVISIBLE.source, 'u');
