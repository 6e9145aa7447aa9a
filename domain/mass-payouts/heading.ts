/** The columns of a mass payout's file, in their order (spec §3). */
export const MASS_COLUMNS = ['gate', 'address', 'reference', 'amount'] as const;
export type MassColumn = (typeof MASS_COLUMNS)[number];

/**
 * The columns that a file's first line names, in their order; null if it is no heading but a line. The names are those
 * of the product's languages; a column may be named once only, and the reference may be left out.
 */
export function readHeading(cells: readonly string[]): readonly MassColumn[] | null {
  const names = cells.map((cell) => COLUMN_OF.get(plainName(cell)));
  const columns = names.filter((name) => name !== undefined);
  const isWhole = columns.length === names.length && new Set(columns).size === columns.length;
  if (isWhole && REQUIRED.every((column) => columns.includes(column))) return columns;
  // Whatever the others are called, these two are in no payment.
  return names[0] === 'gate' && names[1] === 'address' ? MASS_COLUMNS : null;
}

/** Whether a cell can only be the name of a column. */
export function isColumnName(cell: string): boolean {
  return COLUMN_OF.has(plainName(cell));
}

const REQUIRED: readonly MassColumn[] = ['gate', 'address', 'amount'];

/** In English, German, French, Spanish, Italian, Portuguese and Russian. */
const NAMES: Readonly<Record<MassColumn, string>> = {
  gate:
    'gate, gate title, currency, asset, coin, Währung, Waehrung, Coin, devise, monnaie, actif, moneda, divisa, ' +
    'activo, valuta, moneta, attività, moeda, ativo, валюта, монета, актив',
  address:
    'address, wallet, wallet address, Adresse, Wallet-Adresse, Empfängeradresse, adresse, dirección, indirizzo, ' +
    'endereço, адрес, адрес кошелька',
  reference:
    'reference, memo, tag, destination tag, reference/memo, note, Referenz, Verwendungszweck, référence, mémo, ' +
    'referencia, concepto, riferimento, causale, referência, примечание, назначение, назначение платежа, референс',
  amount:
    'amount, sum, Betrag, Menge, Summe, montant, somme, importe, monto, cantidad, importo, quantità, valor, montante, ' +
    'quantia, сумма, количество',
};

const COLUMN_OF: ReadonlyMap<string, MassColumn> = new Map(
  MASS_COLUMNS.flatMap((column) => NAMES[column].split(', ').map((name) => [plainName(name), column] as const)),
);

/** Without case, accents, and what is no letter. */
function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');
}
