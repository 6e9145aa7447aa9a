import type { Language } from '../../../domain/languages.ts';
import type { InvoiceMailWords } from './invoice-words.ts';

/** To the merchant: the money of an invoice stayed what it was. */
export const NOT_CONVERTED_WORDS: Readonly<Record<Language, InvoiceMailWords>> = {
  en: {
    subject: 'Not converted: {invoice}, {total}',
    heading: 'The money of an invoice was not converted',
    paragraphs: [
      'The invoice is paid, but {paid} could not be converted when it was settled. The coins are in your balance as they came.',
      'You can convert them by hand under Balance, Convert.',
    ],
  },
  de: {
    subject: 'Nicht umgetauscht: {invoice}, {total}',
    heading: 'Das Geld einer Rechnung wurde nicht umgetauscht',
    paragraphs: [
      'Die Rechnung ist bezahlt, aber {paid} konnten bei der Gutschrift nicht umgetauscht werden. Die Coins sind unverändert in Ihrem Guthaben.',
      'Sie können sie unter Balance, Convert von Hand umtauschen.',
    ],
  },
  fr: {
    subject: 'Non converti : {invoice}, {total}',
    heading: 'L’argent d’une facture n’a pas été converti',
    paragraphs: [
      'La facture est payée, mais {paid} n’ont pas pu être convertis lors du règlement. Les cryptomonnaies sont sur votre solde telles qu’elles sont arrivées.',
      'Vous pouvez les convertir vous-même sous Balance, Convert.',
    ],
  },
  es: {
    subject: 'Sin convertir: {invoice}, {total}',
    heading: 'El dinero de una factura no se ha convertido',
    paragraphs: [
      'La factura está pagada, pero {paid} no se pudieron convertir al liquidarla. Las criptomonedas están en su saldo tal como llegaron.',
      'Puede convertirlas usted mismo en Balance, Convert.',
    ],
  },
  it: {
    subject: 'Non convertito: {invoice}, {total}',
    heading: 'Il denaro di una fattura non è stato convertito',
    paragraphs: [
      'La fattura è pagata, ma non è stato possibile convertire {paid} al momento del regolamento. Le criptovalute sono nel suo saldo così come sono arrivate.',
      'Può convertirle manualmente in Balance, Convert.',
    ],
  },
  pt: {
    subject: 'Não convertido: {invoice}, {total}',
    heading: 'O dinheiro de uma fatura não foi convertido',
    paragraphs: [
      'A fatura está paga, mas não foi possível converter {paid} na liquidação. As criptomoedas estão no seu saldo tal como chegaram.',
      'Pode convertê-las manualmente em Balance, Convert.',
    ],
  },
  ru: {
    subject: 'Не конвертировано: {invoice}, {total}',
    heading: 'Деньги по счёту не были конвертированы',
    paragraphs: [
      'Счёт оплачен, но конвертировать {paid} при зачислении не удалось. Монеты зачислены на ваш баланс без изменений.',
      'Их можно конвертировать вручную в разделе Balance, Convert.',
    ],
  },
};
