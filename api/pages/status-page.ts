import type { DrawnDay, PartHistory } from '../../domain/site/status-history.ts';
import { type PartState, type PartStatus, STATUS_PART_NAMES } from '../../domain/site/status-parts.ts';
import { escapeText, type SiteValues } from './site-values.ts';

interface StatusPage {
  readonly parts: readonly PartStatus[];
  readonly history: readonly PartHistory[];
  readonly nowMs: number;
}

/** The sentence, the list with its history, and the days with trouble of `/status`. */
export function statusValues({ parts, history, nowMs }: StatusPage): SiteValues {
  const rows = parts.map(({ part, state }) => {
    const name = escapeText(STATUS_PART_NAMES[part]);
    const past = history.find((each) => each.part === part);
    const bars = past === undefined ? '' : barsOf(past);
    const cells = `<td class="state ${state}">${STATE_WORDS[state]}</td><td class="days">${bars}</td>`;
    return `<tr><th scope="row">${name}</th>${cells}</tr>`;
  });
  return {
    STATUS_SENTENCE: sentence(parts),
    STATUS_AT: { html: `<time datetime="${new Date(nowMs).toISOString()}">${momentInWords(nowMs)}</time>` },
    STATUS_PARTS: { html: rows.join('') },
    STATUS_TROUBLE: { html: troubleOf(history) },
  };
}

const STATE_WORDS: Readonly<Record<PartState, string>> = {
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
  return `${late === 1 ? 'One part is' : `${late} parts are`} delayed. Nothing is lost: everything is done as soon as possible.`;
}

/** One bar a day, as three paths. Nothing is known by color alone: the worse a day, the shorter its bar. */
function barsOf({ days, recorded, workedBps }: PartHistory): string {
  const paths = (Object.keys(BAR_HEIGHTS) as DrawnDay['state'][]).map((state) => {
    const height = BAR_HEIGHTS[state];
    const bars = days.flatMap((day, at) =>
      day.state === state ? [`M${at * BAR_STEP} ${FULL_HEIGHT - height}h${BAR_WIDTH}v${height}h-${BAR_WIDTH}z`] : [],
    );
    return bars.length === 0 ? '' : `<path class="${state}" d="${bars.join('')}"/>`;
  });
  const words = summaryOf({ recorded, workedBps });
  return (
    `<svg viewBox="0 0 ${days.length * BAR_STEP - 1} ${FULL_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">` +
    `${paths.join('')}</svg><span>${words}</span>`
  );
}

const FULL_HEIGHT = 24;
const BAR_WIDTH = 3;
const BAR_STEP = 4;
const BAR_HEIGHTS: Readonly<Record<DrawnDay['state'], number>> = { up: 24, late: 16, down: 9, none: 2 };

function summaryOf({ recorded, workedBps }: Pick<PartHistory, 'recorded' | 'workedBps'>): string {
  if (workedBps === null) return 'Nothing recorded yet';
  const days = recorded === 1 ? 'of one day' : `of ${recorded} days`;
  return `Worked ${workedBps / 100}% ${days}`;
}

/** The text alternative of the bars that are not full. */
function troubleOf(history: readonly PartHistory[]): string {
  if (history.every(({ recorded }) => recorded === 0)) return '<p>No day is recorded yet.</p>';
  const found = history.flatMap(({ part, days }) =>
    days.filter(({ state }) => state === 'late' || state === 'down').map((day) => ({ ...day, part })),
  );
  if (found.length === 0) return '<p>None of the recorded days.</p>';
  const items = found
    .sort((one, other) => other.day.localeCompare(one.day))
    .slice(0, MOST_TROUBLE)
    .map(({ day, part, lateMinutes, downMinutes }) => {
      const what = [
        ...(downMinutes > 0 ? [`did not work for ${minutesInWords(downMinutes)}`] : []),
        ...(lateMinutes > 0 ? [`delayed for ${minutesInWords(lateMinutes)}`] : []),
      ];
      return `<li>${dayInWords(day)}: ${escapeText(STATUS_PART_NAMES[part])} ${what.join(', ')}</li>`;
    });
  const more = found.length > MOST_TROUBLE ? `<p>And ${found.length - MOST_TROUBLE} before.</p>` : '';
  return `<ul>${items.join('')}</ul>${more}`;
}

/** Each part on one day is a line. */
const MOST_TROUBLE = 40;

function minutesInWords(minutes: number): string {
  if (minutes < 120) return minutes === 1 ? 'one minute' : `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
}

function dayInWords(day: string): string {
  return DAYS.format(new Date(`${day}T00:00:00Z`));
}

/** Does not break within its day. */
function momentInWords(atMs: number): string {
  const at = new Date(atMs);
  return `${DAYS.format(at).replaceAll(' ', '\u00a0')}, ${at.toISOString().slice(11, 16)}\u00a0UTC`;
}

const DAYS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
