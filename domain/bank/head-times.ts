import { type ReportedSpan, type ReportTimes, reportedSpan, statementEndMs } from './statement-end.ts';

/** The times of a statement or a report in a file of the bank, as it writes them. */
export interface HeadTimes extends ReportTimes {
  readonly id: string;
}

/** The heads of all statements and reports in a file that was valid when it was booked: all before their entries. */
export function headTimesIn(text: string): HeadTimes[] {
  const [group = '', ...all] = text.split(/<(?:[\w.-]+:)?(?:Stmt|Rpt)[\s>]/);
  return all.map((one) => {
    const [head = ''] = one.split(/<(?:[\w.-]+:)?Ntry[\s>]/);
    const said = (pattern: RegExp, from = head) => pattern.exec(from)?.[1] ?? null;
    return {
      id: plain(said(/Id>\s*([^<]*)/) ?? ''),
      from: said(/Fr(?:DtTm|Dt)>\s*([^<\s]+)/),
      to: said(/ToDtTm>\s*([^<\s]+)/),
      created: said(MADE) ?? said(MADE, group),
      hasOpening: /Cd>\s*(?:OPBD|PRCD)\s*</.test(head),
    };
  });
}

/**
 * Up to when a booked statement contains every movement, by its file. Statements of several accounts may have one ID:
 * the earliest end counts. A file without the statement says nothing but its closing day. @returns Unix milliseconds
 */
export function endInFileMs(text: string, { id, closingDay }: { readonly id: string; readonly closingDay: string }) {
  const found = headTimesIn(text).filter((head) => head.id === id);
  const none = { to: null, created: null };
  return Math.min(...(found.length === 0 ? [none] : found).map((times) => statementEndMs({ ...times, closingDay })));
}

/** With other accounts or pages in a file of reports: what all of them are about; none where one does not say it. */
export function spansInFile(text: string): ReportedSpan[] {
  const all = headTimesIn(text).map(reportedSpan);
  const spans = all.flatMap((span) => span ?? []);
  if (spans.length === 0 || spans.length < all.length) return [];
  const [fromMs, untilMs] = [spans.map((span) => span.fromMs), spans.map((span) => span.untilMs)];
  return [{ fromMs: Math.max(...fromMs), untilMs: Math.min(...untilMs) }];
}

const MADE = /CreDtTm>\s*([^<\s]+)/;

const SIGNS = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** As the statement was booked: XML escapes some signs. */
function plain(text: string): string {
  return text.trim().replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => SIGNS.get(name) ?? whole);
}
