/** The outbox topic of mails about messages of visitors, which processes of 0.1.0 queue. */
export const CONTACT_MAIL = 'mail.contact';

export interface ContactMail {
  readonly messageId: string;
  /** The answer that goes to the sender; without one, the message was received. */
  readonly answerId?: string;
}
