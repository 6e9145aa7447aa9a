import type { InvoiceWords } from './invoice-words.ts';

export const en: InvoiceWords = {
  labels: {
    reference: 'Reference',
    total: 'Total',
    due: 'Amount due',
    received: 'Received',
    network: 'Network',
    transaction: 'Transaction',
    invoice: 'Invoice',
    payer: 'Payer',
  },
  sandbox: 'This is a test: no real money moved.',
  payer: {
    paid: {
      subject: 'Your payment to {merchant} is complete',
      heading: 'Your payment is complete',
      paragraphs: ['{merchant} has been notified.'],
      link: 'View receipt',
    },
    partly_paid: {
      subject: 'A part of your payment to {merchant} is missing',
      heading: '{missing} is still missing',
      paragraphs: [
        '{paid} of {due} has arrived.',
        'You can send the rest until {until}, to the address on the invoice’s page.',
      ],
      link: 'Pay the rest',
    },
    paid_late: {
      subject: 'Your payment to {merchant} arrived late',
      heading: 'Your payment arrived late',
      paragraphs: [
        'It came, or was confirmed, when the time for this invoice was over. Your money is safe: {merchant} has been notified and will either complete the order or refund you.',
        'Please do not pay again.',
      ],
      link: 'View invoice',
    },
    ask: 'Questions about your order? Please ask {merchant}.',
    askAt: 'Questions about your order? Please write to {email}.',
    sentFor: 'This email was sent by Tidegate, which handles payments for {merchant}.',
  },
  merchant: {
    'invoice.done': {
      subject: 'Paid: {invoice}, {total}',
      heading: 'An invoice is paid',
      paragraphs: ['The money is in your balance.'],
    },
    'invoice.overpaid': {
      subject: 'Overpaid: {invoice}, {total}',
      heading: 'An invoice is overpaid by {excess}',
      paragraphs: ['You can ship. The payer may ask you to send the excess back.'],
    },
    'invoice.partially_paid': {
      subject: 'Partly paid: {invoice}, {total}',
      heading: 'A part of an invoice is paid',
      paragraphs: ['{paid} of {due} has arrived. The payer can send the rest until {until}.'],
    },
    'invoice.expired': {
      subject: 'Expired: {invoice}, {total}',
      heading: 'An invoice has expired',
      paragraphs: ['No payment was confirmed in time.'],
    },
    'invoice.expired_paid': {
      subject: 'Please decide: {invoice} was paid late',
      heading: 'An invoice was paid late',
      paragraphs: ['{paid} arrived or was confirmed too late. Please complete the invoice or refund it.'],
    },
    'invoice.invalid': {
      subject: 'Please decide: {invoice} was not paid in full',
      heading: 'An invoice was not paid in full',
      paragraphs: ['{paid} of {due} has arrived. Please complete the invoice or refund it.'],
    },
    'invoice.error': {
      subject: 'Please wait with {invoice}: its payment has a problem',
      heading: 'The payment of an invoice has a problem',
      paragraphs: ['Please do not ship until it is solved. Our support team has been notified.'],
    },
    link: 'View invoice',
    why: 'You receive this email because of the email notifications of the profile {profile}. Change them under Integration, Profile.',
  },
};
