import { escapeText, type SiteValues } from './site-values.ts';

/** A part of the gateway as visitors know it. */
export interface PartStatus {
  readonly name: string;
  readonly state: 'up' | 'late' | 'down';
}

/** The sentence and the list of `/status`. */
export function statusValues(parts: readonly PartStatus[], nowMs: number): SiteValues {
  const rows = parts.map(
    ({ name, state }) =>
      `<tr><th scope="row">${escapeText(name)}</th><td class="state ${state}">${STATE_WORDS[state]}</td></tr>`,
  );
  return {
    STATUS_SENTENCE: sentence(parts),
    STATUS_AT: `${new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    STATUS_PARTS: { html: rows.join('') },
  };
}

const STATE_WORDS: Readonly<Record<PartStatus['state'], string>> = {
  up: 'Works',
  late: 'Delayed',
  down: 'Does not work',
};

/** The worst comes first. */
function sentence(parts: readonly PartStatus[]): string {
  if (parts.some(({ state }) => state === 'down')) {
    return 'The gateway does not work at the moment. Payments that are under way are detected as soon as it is back.';
  }
  const late = parts.filter(({ state }) => state === 'late').length;
  if (late === 0) return 'Everything works.';
  return `${late === 1 ? 'One part is' : `${late} parts are`} delayed. Nothing is lost: it is done as soon as possible.`;
}
