import type { Message } from './message.ts';

/** Accounts that are to be deleted, in the console of staff. */
export const deletionMessages = {
  'staff.nav.deletions': 'Deletions',
  'deletions.title': 'Deletions',
  'deletions.sub': 'Accounts whose owners asked for their deletion, the oldest first',
  'deletions.accounts': 'Accounts to delete',
  'deletions.none': 'No owner has asked for the deletion of an account.',
  'deletions.merchant': 'Merchant',
  'deletions.noName': 'No company name',
  'deletions.asked': 'Asked for',
  'deletions.askedAt': 'Asked for on {at}',
  'deletions.missing': 'What is open',
  'deletions.missing.none': 'Nothing is open.',
  'deletions.secret': 'Never tell the merchant about checks by compliance: to them the deletion is in progress.',
  'deletions.state': 'State',
  'deletions.requested': 'Requested by {name}, {at}: {reason}',
  'deletions.acts': 'Actions',
  'deletions.delete': 'Delete',
  'deletions.deleteOf': 'Delete the account of {merchant}',
  'deletions.delete.text':
    'It is deleted once a second person of another role confirms it. Sign-in data and personal data of the team are removed; records that the law obliges us to keep stay.',
  'deletions.delete.submit': 'Request deletion',
  'deletions.confirm': 'Confirm',
  'deletions.confirmOf': 'Confirm the deletion of the account of {merchant}',
  'deletions.confirm.text': '{name} requested it on {at}: "{reason}"',
  'deletions.confirm.final': 'The account is deleted at once, and its admins are mailed. It cannot be undone.',
  'deletions.confirm.submit': 'Delete for good',
  'deletions.withdraw': 'Withdraw',
  'deletions.withdrawOf': 'Withdraw the deletion of the account of {merchant}',
  'deletions.withdraw.text':
    'Do it only when the owner asked for it. Everyone of the account can sign in again, and its admins are mailed.',
  'deletions.withdraw.submit': 'Withdraw the deletion',
  'deletions.done.requested': 'The deletion is requested. Another person of another role must confirm it.',
  'deletions.done.deleted': 'The account is deleted.',
  'deletions.done.withdrawn': 'The deletion is withdrawn.',
} as const satisfies Record<string, Message>;
