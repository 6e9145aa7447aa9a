import type { ClaimWords } from './claim-words.ts';

export const en: ClaimWords = {
  title: 'Find a payment',
  intro:
    'Paid, but the shop does not see it? Paste the ID of your transaction. We tell you what became of it, and ' +
    'pay back what went astray.',
  transaction: 'Transaction ID',
  transactionHint: 'Your wallet or exchange shows it with the payment. A link to an explorer works too.',
  check: 'Check',
  another: 'Check another transaction',
  back: 'Back to the invoice',
  sandbox: 'Sandbox: a test. Send no real money.',
  gone: 'This invoice does not exist',
  goneText: 'Please check the link, or ask the shop.',
  trouble: 'This did not work. Please try again in a few minutes.',
  noTransaction: 'This contains no transaction ID: 64 characters of 0–9 and a–f.',
  tooMany: 'Too many tries. Please try again later.',
  expired: 'Too much time has passed. Please check the transaction again.',
  claimable: 'Your payment is safe with us',
  claimableText:
    'It came in a coin or without the tag that this invoice expects, so the shop does not have it. You can ' +
    'have it sent back.',
  unconfirmed: 'Waiting for confirmations',
  unconfirmedText:
    'The network has confirmed it {confirmations} of {required} times. Please check again in a few minutes; ' +
    'nothing is lost.',
  failed: 'The transaction had no effect',
  failedText: 'The network did not carry it out, so your money did not leave your wallet, apart from a network fee.',
  short: 'Less than the amount due was paid',
  shortText:
    'The payment is credited to this invoice, which is waiting for the rest or for the shop’s decision. Please ' +
    'contact the shop.',
  late: 'The payment came after the deadline',
  lateText: 'It is credited to this invoice. The shop completes the order or refunds you. Please contact the shop.',
  otherCoin: 'The payment came in another coin',
  otherCoinText: 'It is credited to this invoice. The shop decides whether to refund it. Please contact the shop.',
  credited: 'The payment is credited',
  creditedText:
    'It has reached this invoice, so there is nothing to pay back. Please contact the shop with any question.',
  tooSmall: 'The payment is too small',
  tooSmallText: 'It is with us, but the fees would leave nothing of it to pay back.',
  unsupported: 'This coin cannot be paid back automatically',
  unsupportedText:
    'We received a token that we do not support. Our team has been notified; please contact the shop, too.',
  claimed: 'This payment is already claimed',
  claimedText: 'Somebody has requested that it be paid back.',
  notOurs: 'We found no payment to this invoice',
  notOursText:
    'The transaction did not pay an address of this invoice. Check the ID; if you sent it only minutes ago, ' +
    'try again soon.',
  unknownYet: 'We cannot say yet',
  unknownYetText: 'We have not read the network to its end. Please try again in a few minutes.',
  amount: 'Amount received',
  fee: 'Recovery fee ({rate})',
  youGet: 'Sent back, about',
  claimTitle: 'Where should we send it?',
  claimText:
    'Enter an address of your own wallet on {network}. Our team reviews every claim; the network fee of that ' +
    'day is deducted.',
  address: '{network} address',
  tag: 'Destination tag',
  tagHint: 'Only if your exchange asks for one.',
  email: 'Email',
  emailHint: 'For news about this claim.',
  send: 'Claim this payment',
  badAddress: 'This is not an address that we can send to.',
  badTag: 'A destination tag is a whole number.',
  badEmail: 'Please enter an email address.',
  gateClosed: 'We cannot send on this network now. Please try again later.',
  changed: 'The payment cannot be claimed now. Please check the transaction again.',
  received: 'Claim received',
  receivedText: 'We check the network and then decide, usually within two working days. We write to {email}.',
  checking: 'Being checked on the network',
  review: 'Waiting for our team',
  paying: 'Being paid back',
  done: 'Paid back',
};
