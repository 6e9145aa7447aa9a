/** The words of mails about product updates, which are in English. */

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
