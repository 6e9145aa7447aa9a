import type { Io } from './io.ts';

/** Prints an object or a list: JSON for programs, else the fields that say something, one a line. */
export function show(io: Io, value: unknown, { json }: { readonly json: boolean }): void {
  if (json) io.say(JSON.stringify(value));
  else if (Array.isArray(value)) for (const each of value) io.say(lineOf(each as Fields));
  else for (const [name, each] of told(value as Fields)) io.say(`${name.padEnd(20)} ${each}`);
}

type Fields = Readonly<Record<string, unknown>>;

/** The most telling fields of an object in a list. */
function lineOf(fields: Fields): string {
  const names = [
    'id',
    'type',
    'status',
    'gate_id',
    'amount',
    'total',
    'currency',
    'available',
    'reference',
    'created_at',
  ];
  const texts = names.flatMap((name) => (isPlain(fields[name]) ? [plain(fields[name])] : []));
  return texts.join('  ');
}

function told(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (isPlain(value)) return [[name, plain(value)]];
    const isEmpty = value === null || value === undefined || Object.keys(value).length === 0;
    return isEmpty ? [] : [[name, plain(JSON.stringify(value))]];
  });
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A payer or a shop wrote it: control characters would move the cursor of the terminal. */
function plain(value: string | number | boolean): string {
  return String(value).replaceAll(/\p{Cc}/gu, '�');
}
