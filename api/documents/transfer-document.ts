import { gate } from '../../domain/assets/assets.ts';
import type { DocumentFacts } from '../../domain/documents/proof.ts';
import type { Confirmation, ConfirmationDetail } from './inputs.ts';
import { CONTENT_WIDTH, Sheet, WARNING } from './sheet.ts';
import { type Drawing, drawVerification, type ProvingDeps } from './signed.ts';
import { BACK_OFFICE_WORDS } from './words/back-office-words.ts';

/** The confirmation of a payout or withdrawal that is done. */
export async function* drawConfirmation(deps: ProvingDeps, of: Confirmation): Drawing {
  const words = BACK_OFFICE_WORDS;
  const { title, company, mode, id, amount, netAmount, fees, completedAt } = of;
  const ticker = of.gateId === 'EUR' ? 'EUR' : gate(of.gateId).ticker;
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
  table.row([words.completed, `${completedAt.slice(0, 19).replace('T', ' ')} UTC`]);
  table.row([words.amount, `${amount} ${ticker}`]);
  table.row([words.serviceFee, `${fees.service} ${ticker}`]);
  if (Number(fees.network) !== 0) table.row([words.networkFee, `${fees.network} ${ticker}`]);
  table.row([words.received, `${netAmount} ${ticker}`], { font: 'bold' });
  for (const [name, text] of details) table.row([words.details[name as ConfirmationDetail], text]);
  table.end();
  await drawVerification(sheet, deps, { words, facts });
  sheet.end();
  yield sheet.take() ?? Buffer.alloc(0);
  return facts;
}
