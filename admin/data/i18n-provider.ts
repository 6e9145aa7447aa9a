import type { I18nProvider } from 'react-admin';
import { LOCALE, type MessageValues, translateOr } from '../i18n/translate.ts';

/** react-admin's own words come from the same messages. What has none is shown by its key's last part. */
export const i18nProvider: I18nProvider = {
  translate(key: string, values: MessageValues & { _?: string } = {}) {
    return translateOr(key, values._ ?? key.split('.').at(-1) ?? key, values);
  },
  changeLocale: () => Promise.resolve(),
  getLocale: () => LOCALE,
};
