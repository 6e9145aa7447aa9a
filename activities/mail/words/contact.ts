import type { ContactKind } from '../../../domain/forms/contact.ts';

/** The words of mails about messages of visitors. The public pages with their forms are in English. */
export const FORM_NAMES: Readonly<Record<ContactKind, string>> = {
  'contact-us': 'Contact',
  'contact-us-partner': 'Partnership',
  partner: 'Ambassador',
};

/** To support. */
export const RECEIVED = {
  subject: '[{form}] {subject} ({reference})',
  heading: 'A message from {name}',
  from: 'Name',
  email: 'Email',
  reference: 'Reference',
  button: 'Read and answer',
  footer: [
    'Long messages are cut here. Answer in the console: it sends the answer and records who wrote it.',
    'The name and the address are as the sender typed them; nobody has checked them.',
  ],
} as const;

/** To the address that the message names. */
export const ACKNOWLEDGED = {
  subject: 'We have your message ({reference})',
  heading: 'We have your message',
  paragraphs: [
    'Somebody wrote to {operator} by the form at {site} and entered this address. The reference is {reference}.',
    'We answer within {answer} hours. Support is there: {hours}.',
  ],
  footer: ['If this was not you, ignore this email: your address is used for the answer alone.'],
} as const;

export const ANSWERED = {
  subject: 'An answer to your message ({reference})',
  heading: 'An answer to your message',
  footer: [
    'You get this email because somebody wrote to {operator} and entered this address. The reference is {reference}.',
    'Reply to this email, or write again: {url}',
  ],
} as const;

/** To those who subscribed to product updates. */
export const NEWSLETTER_CONFIRM = {
  subject: 'Confirm that you want product updates',
  heading: 'Confirm your email address',
  paragraphs: [
    'Somebody entered this address at {site} to get product updates of {operator}. Confirm it, and they come about once a month.',
  ],
  button: 'Confirm',
  footer: [
    'If this was not you, ignore this email: without your confirmation nothing is sent, and the address is deleted within {days} days.',
  ],
} as const;

/** Under every product update. */
export const UPDATE_FOOTER = {
  subscriber: 'You get this email because you subscribed to product updates of {operator} and confirmed it.',
  user: 'You get this email because product updates are on in the settings of your account at {operator}.',
  stop: 'Unsubscribe: {url}',
} as const;
