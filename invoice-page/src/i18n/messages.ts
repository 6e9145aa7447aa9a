import type { Message } from '../../../domain/text/messages.ts';
import type english from '../../../locales/en/invoice-page.json';

export type MessageKey = keyof typeof english;
/** The words of one language. A test holds their keys and placeholders alike. */
export type Messages = Readonly<Record<MessageKey, Message>>;
