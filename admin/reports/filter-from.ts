import type { ReportKind } from '../../domain/reports.ts';

/**
 * What the address of a list narrows it by, as a report takes it. Lists of money that moves keep their filter as JSON (react-admin's), the others one name each;
 * the list of those that need a decision has statuses of its own.
 */
export function filterFrom(params: URLSearchParams, kind: ReportKind): Record<string, string> {
  const kept = readJson(params.get('filter'));
  const single = ['search', 'date_from', 'date_to', 'gate_id'].map((name) => [name, params.get(name)]);
  const all = Object.entries({ ...Object.fromEntries(single), ...kept }).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '';
    return text === '' ? [] : [[name, text] as const];
  });
  const known = KNOWN[kind];
  return Object.fromEntries(all.filter(([name]) => known.includes(name)));
}

const KNOWN: Readonly<Record<ReportKind, readonly string[]>> = {
  transactions: ['date_from', 'date_to', 'gate_id'],
  events: ['search', 'date_from', 'date_to'],
  invoices: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  payouts: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
  refunds: ['search', 'date_from', 'date_to', 'gate_id', 'status'],
};

function readJson(text: string | null): Record<string, unknown> {
  try {
    return text === null ? {} : (JSON.parse(text) as Record<string, unknown>);
  } catch {
    return {};
  }
}
