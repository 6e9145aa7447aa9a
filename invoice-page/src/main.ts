import { mount } from './app.tsx';
import { preferredLocale } from './i18n/locale.ts';
import { inlinedMessages, loadMessages } from './i18n/messages.ts';

// The server writes the words of the language it expects into the page; those of another are fetched.
const locale = preferredLocale();
mount({ locale, messages: inlinedMessages(locale) ?? (await loadMessages(locale)) });
