import type { Message } from './message.ts';

/** What merchants owe, in the console of staff. */
export const debtMessages = {
  'debts.title': 'Debts of merchants',
  'debts.none': 'No merchant owes anything.',
  'debts.merchant': 'Merchant',
  'debts.noName': 'No company name',
  'debts.asset': 'Asset',
  'debts.mode': 'Mode',
  'debts.since': 'Since',
  'debts.invoices': 'Invoices',
  'debts.invoices.none': 'None',
  'debts.amount': 'Amount',
  'debts.request': 'Write-off',
  'debts.requested': 'Requested by {name}',
  'debts.requestedMeta': 'Requested by {name}, {at}: {reason}',
  'debts.writeOff': 'Write off',
  'debts.writeOffOf': 'Write off {amount} of {merchant}',
  'debts.writeOff.text': 'It becomes a loss of the gateway once a second person of another role confirms it.',
  'debts.writeOff.submit': 'Request write-off',
  'debts.confirm': 'Confirm',
  'debts.confirmOf': 'Confirm the write-off of {amount} of {merchant}',
  'debts.confirm.text': '{name} requested it on {at}: "{reason}"',
  'debts.confirm.final': 'This makes the debt a loss of the gateway. It cannot be undone.',
  'debts.confirm.submit': 'Write it off',
  'debts.done.requested': 'The write-off is requested. Another person of another role must confirm it.',
  'debts.done.writtenOff': 'The debt is written off.',
} as const satisfies Record<string, Message>;
