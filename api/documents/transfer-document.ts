import type { DocumentFacts } from '../../domain/documents/proof.ts';
import { amountText, momentsOf } from './amount-text.ts';
import type { Confirmation, ConfirmationDetail } from './inputs.ts';
import { CONTENT_WIDTH, Sheet, WARNING } from './sheet.ts';
import type { Drawing } from './signed.ts';
import { drawVerification, type ProvingDeps } from './verification.ts';
import { BACK_OFFICE_WORDS } from './words/back-office-words.ts';

/** The confirmation of a payout or withdrawal that is done. */
export async function* drawConfirmation(deps: ProvingDeps, of: Confirmation): Drawing {
  const words = BACK_OFFICE_WORDS;
  const { title, company, mode, id, amount, netAmount, fees, completedAt } = of;
  const shown = (text: string) => amountText(text, of.gateId);
  const details = Object.entries(of.details).flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
  const facts: DocumentFacts = {
    kind: of.kind,
    id,
    mode,
    company,
    gate_id: of.gateId,
    amount,
    net_amount: netAmount,
    ...Object.fromEntries(details),
    completed_at: completedAt,
  };
  const sheet = new Sheet({ title, language: 'en', createdAt: new Date(completedAt), footer: words.page });
  sheet.text('H1', title);
  if (mode === 'sandbox') sheet.text('P', words.sandbox, { color: WARNING, font: 'bold' });
  sheet.skip(8);
  const table = sheet.table([
    { label: '', width: 140 },
    { label: '', width: CONTENT_WIDTH - 140 },
  ]);
  table.row([words.company, company]);
  table.row([words.number, id]);
  table.row([words.completed, `${momentsOf('UTC')(new Date(completedAt))} UTC`]);
  table.row([words.amount, shown(amount)]);
  table.row([words.serviceFee, shown(fees.service)]);
  if (Number(fees.network) !== 0) table.row([words.networkFee, shown(fees.network)]);
  table.row([words.received, shown(netAmount)], { font: 'bold' });
  for (const [name, text] of details)
    table.row([words.details[name as ConfirmationDetail], name === 'iban' ? inFours(text) : text]);
  table.end();
  await drawVerification(sheet, deps, { words, facts });
  sheet.end();
  yield sheet.take() ?? Buffer.alloc(0);
  return facts;
}

/** As an IBAN is printed (ISO 13616). */
function inFours(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
