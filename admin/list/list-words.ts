import { type MessageKey, t, translateOr } from '../i18n/translate.ts';

type PrefixOf<Suffix extends string> = {
  [Key in MessageKey]: Key extends `${infer Prefix}.${Suffix}` ? Prefix : never;
}[MessageKey];

/**
 * The prefix of a list's messages: `invoices` for `invoices.title`, `.count`, `.loading`, `.error` and `.none`, and
 * where they can occur also `.fresh` (of the button that shows new rows) and `.noneSearch`.
 */
export type ListWords = PrefixOf<'title'> &
  PrefixOf<'count'> &
  PrefixOf<'loading'> &
  PrefixOf<'error'> &
  PrefixOf<'none'>;

export const listWord = {
  title: (of: ListWords) => t(`${of}.title`),
  count: (of: ListWords, total: number) => t(`${of}.count`, { smart_count: total }),
  fresh: (of: ListWords, count: number) => translateOr(`${of}.fresh`, t('list.new'), { smart_count: count }),
  loading: (of: ListWords) => t(`${of}.loading`),
  error: (of: ListWords) => t(`${of}.error`),
  none: (of: ListWords, search: string | undefined) =>
    search ? translateOr(`${of}.noneSearch`, t(`${of}.none`), { search }) : t(`${of}.none`),
};
