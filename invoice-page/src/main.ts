import { languages, preferredLocale } from './i18n/locale.ts';
import { loadMessages } from './i18n/messages.ts';

// The words and the application load side by side: this entry is small, so the request for the words leaves first.
const locale = preferredLocale();
const [messages, { mount }] = await Promise.all([loadMessages(locale), import('./app.tsx')]);
mount({ locale, messages, languages, loadMessages });
