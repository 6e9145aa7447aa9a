import { createHash } from 'node:crypto';
import type { Movement } from '../../db/history/movements.ts';
import type { Statement } from '../../db/history/statement.ts';
import { gateDecimals, gates } from '../../domain/assets/assets.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { currencyDecimals } from '../../domain/money/currencies.ts';
import { formatAmount, formatTrimmed } from '../../domain/money/money.ts';
import { amountText, momentsOf, plainAmount } from './amount-text.ts';
import type { StatementDocument } from './inputs.ts';
import { CONTENT_WIDTH, Sheet, WARNING } from './sheet.ts';
import type { Drawing } from './signed.ts';
import { drawVerification, type ProvingDeps } from './verification.ts';
import { BACK_OFFICE_WORDS, movementWord } from './words/back-office-words.ts';

/**
 * The statement of one balance over a period, from the ledger: every movement with the balance after it. Opening plus
 * lines is closing, or the drawing throws.
 */
export async function* drawStatement(
  deps: ProvingDeps,
  of: StatementDocument,
  lines: AsyncIterable<readonly Movement[]>,
): Drawing {
  const { statement: words, page: footer } = BACK_OFFICE_WORDS;
  const { statement, query } = of;
  const clock = momentsOf(of.timeZone);
  const sheet = new Sheet({ title: words.title, language: 'en', createdAt: of.createdAt, footer });
  drawHead(sheet, of, clock);
  const table = sheet.table(columnsOf(query.currency), { size: 7.5 });
  const sums = createSums(statement);
  for await (const chunk of lines) {
    for (const line of chunk) {
      sums.add(line);
      const isPageDone = table.row(cellsOf(line, of, clock));
      if (!isPageDone) continue;
      const bytes = sheet.take();
      if (bytes !== null) yield bytes;
    }
  }
  table.end();
  if (statement.movements === 0) sheet.text('P', words.none);
  const facts = factsOf(of, sums.finish());
  await drawVerification(sheet, deps, { words: BACK_OFFICE_WORDS, facts });
  sheet.end();
  yield sheet.take() ?? Buffer.alloc(0);
  return facts;
}

type Clock = (at: Date) => string;

function drawHead(
  sheet: Sheet,
  { query, statement, company, timeZone, createdAt }: StatementDocument,
  clock: Clock,
): void {
  const { statement: words, sandbox, company: companyLabel } = BACK_OFFICE_WORDS;
  const amount = (minor: bigint) => amountText(shownAmount(minor, query.gateId), query.gateId);
  sheet.text('H1', words.title);
  if (query.mode === 'sandbox') sheet.text('P', sandbox, { color: WARNING, font: 'bold' });
  sheet.skip(8);
  const facts = sheet.table([
    { label: '', width: 140 },
    { label: '', width: CONTENT_WIDTH - 140 },
  ]);
  facts.row([companyLabel, company]);
  facts.row([words.asset, assetName(query.gateId)]);
  const from = query.dateFrom === undefined ? words.begin : clock(query.dateFrom);
  facts.row([words.period, `${from} – ${clock(query.dateTo)}`]);
  facts.row([words.timeZone, timeZone]);
  facts.row([words.created, clock(createdAt)]);
  facts.end();
  const balance = sheet.table([
    { label: words.opening, width: CONTENT_WIDTH / 4 },
    { label: words.receivedIn, width: CONTENT_WIDTH / 4 },
    { label: words.sent, width: CONTENT_WIDTH / 4 },
    { label: words.closing, width: CONTENT_WIDTH / 4 },
  ]);
  const { openingMinor, receivedMinor, sentMinor, closingMinor, movements } = statement;
  balance.row([openingMinor, receivedMinor, sentMinor, closingMinor].map(amount), { font: 'bold' });
  balance.end();
  sheet.text('H2', `${words.movements} (${movements})`);
}

function columnsOf(currency: string) {
  const { statement: words } = BACK_OFFICE_WORDS;
  const widths = { time: 92, what: 98, reference: 98, amount: 82, value: 58 };
  const balance = CONTENT_WIDTH - Object.values(widths).reduce((sum, width) => sum + width, 0);
  return [
    { label: words.time, width: widths.time },
    { label: words.what, width: widths.what },
    { label: words.reference, width: widths.reference },
    { label: words.amount, width: widths.amount, align: 'right' },
    { label: words.balance, width: balance, align: 'right' },
    { label: `${words.value} ${currency}`, width: widths.value, align: 'right' },
  ] as const;
}

function cellsOf(
  { at, kind, reference, minor, balanceMinor, valueMinor }: Movement,
  { query }: StatementDocument,
  clock: Clock,
): string[] {
  const amount = (of: bigint) => plainAmount(shownAmount(of, query.gateId));
  return [
    clock(at),
    movementWord(kind),
    reference ?? '',
    amount(minor),
    amount(balanceMinor),
    valueMinor === null ? '' : plainAmount(formatAmount(valueMinor, currencyDecimals(query.currency))),
  ];
}

function factsOf({ id, company, query, statement }: StatementDocument, linesSha256: string): DocumentFacts {
  const amount = (minor: bigint) => formatAmount(minor, gateDecimals(query.gateId));
  return {
    kind: 'statement',
    id,
    mode: query.mode,
    company,
    gate_id: query.gateId,
    ...(query.dateFrom === undefined ? {} : { from: query.dateFrom.toISOString() }),
    to: query.dateTo.toISOString(),
    opening: amount(statement.openingMinor),
    received: amount(statement.receivedMinor),
    sent: amount(statement.sentMinor),
    closing: amount(statement.closingMinor),
    movements: String(statement.movements),
    lines_sha256: linesSha256,
  };
}

/** Adds the lines up beside the statement: what is signed was counted twice. */
function createSums({ movements, openingMinor, closingMinor }: Statement) {
  const hash = createHash('sha256');
  let count = 0;
  let balanceMinor = openingMinor;
  return {
    add({ at, kind, reference, minor, balanceMinor: after }: Movement): void {
      count += 1;
      balanceMinor += minor;
      if (after !== balanceMinor) throw new Error('A line of the statement does not follow from the one before.');
      hash.update(`${JSON.stringify([at.toISOString(), kind, reference, minor.toString(), after.toString()])}\n`);
    },
    /** The hash of the lines. @throws Error if they are not what the statement counted */
    finish(): string {
      if (count !== movements || balanceMinor !== closingMinor)
        throw new Error(
          `The statement counts ${movements} movements to ${closingMinor}, its lines ${count} to ${balanceMinor}.`,
        );
      return hash.digest('base64url');
    },
  };
}

type StatementGate = StatementDocument['query']['gateId'];

/** Exact, with at least the decimals of every other page. */
function shownAmount(minor: bigint, gateId: StatementGate): string {
  const decimals = gateDecimals(gateId);
  return formatTrimmed(minor, decimals, gateId === 'EUR' ? decimals : gates[gateId].decimalsShown);
}

function assetName(gateId: StatementGate): string {
  if (gateId === 'EUR') return 'Euro';
  const { asset, title, ticker, networkTitle } = gates[gateId];
  return asset === 'USDT' ? `${title} on ${networkTitle}` : `${title} (${ticker})`;
}
