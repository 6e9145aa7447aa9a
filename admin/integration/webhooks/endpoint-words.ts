import { t, translateOr } from '../../i18n/translate.ts';

/** The events of an endpoint: `invoice.*` as `Invoice (all)`, one type as it is. */
export function choiceWords(types: readonly string[]): string {
  return types
    .map((type) => {
      const [kind = type, word] = type.split('.');
      return word === '*' ? t('endpoints.all', { kind: translateOr(`events.kind.${kind}`, kind) }) : type;
    })
    .join(', ');
}
