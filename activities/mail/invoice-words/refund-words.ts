import type { Language } from '../../../domain/languages.ts';
import type { InvoiceMailWords } from './invoice-words.ts';

/**
 * The words of mails about refunds in one language. Beside what every mail about an invoice may name: `{refund}` is
 * what reaches the payer, `{note}` what the merchant wrote.
 */
export interface RefundWords {
  /** The button that opens the form for an address. */
  readonly button: string;
  /** Under "paid" where it was too much. */
  readonly excess: string;
  /** In every mail with that button. */
  readonly fees: string;
  /** The payment was not enough, and its time is over. */
  readonly short: InvoiceMailWords;
  readonly refunded: InvoiceMailWords & { readonly link: string };
  /** Label of the transaction that brought money back. */
  readonly transaction: string;
  /** Money came in another coin (`{other}`) than the chosen one (`{coin}`); how it goes back is one of two. */
  readonly other: InvoiceMailWords & {
    readonly refund: string;
    readonly support: string;
    readonly claim: string;
    readonly unknown: string;
  };
  /** The merchant wants to know where to send money back to. */
  readonly link: InvoiceMailWords;
  /** The payer wants the link once more. */
  readonly again: InvoiceMailWords;
  readonly rejected: InvoiceMailWords;
  /** To the merchant. */
  readonly asked: InvoiceMailWords;
}

export const REFUND_WORDS: Readonly<Record<Language, RefundWords>> = {
  en: {
    transaction: 'Refund transaction',
    other: {
      subject: 'A payment to {merchant} arrived in another coin',
      heading: '{other} has arrived in another coin',
      paragraphs: ['It does not count towards your order, which is to be paid in {coin}. It is safe.'],
      refund: '{merchant} can send it back to you: please contact them.',
      support: 'It can be sent back to you: choose “Find a payment” and paste the transaction.',
      claim: 'Find a payment',
      unknown: 'a token on {network}',
    },
    button: 'Request refund',
    excess: 'You sent {excess} more than was due. You can request it back: tell {merchant} where to send it.',
    fees: 'A refund fee and the network fee may be deducted. The linked page shows them before you send the request.',
    short: {
      subject: 'Your payment to {merchant} was not enough',
      heading: '{missing} was missing at the deadline',
      paragraphs: [
        '{paid} of {due} has arrived and is safe. {merchant} will either accept it or send it back.',
        'You can request a refund and say where to send it.',
      ],
    },
    refunded: {
      subject: '{merchant} has sent money back to you',
      heading: '{refund} is back',
      paragraphs: ['It was sent to the address that you or {merchant} gave, and the network has confirmed it.'],
      link: 'View invoice',
    },
    link: {
      subject: '{merchant} wants to refund you',
      heading: 'Where should we send your refund?',
      paragraphs: ['Please enter an address of your own wallet. The link works once, for 30 days.'],
    },
    again: {
      subject: 'Your link for a refund from {merchant}',
      heading: 'Your link for a refund',
      paragraphs: [
        'You requested it on the invoice page. Enter an address of your own wallet there: the link works once, for 30 days.',
        'If you did not request it, you can ignore this email.',
      ],
    },
    rejected: {
      subject: 'Your request to {merchant} for a refund was not accepted',
      heading: 'Your request for a refund was not accepted',
      paragraphs: ['{note}', 'You can request it again, or contact {merchant}.'],
    },
    asked: {
      subject: 'A payer requests a refund: {invoice}, {total}',
      heading: 'A payer requests a refund',
      paragraphs: ['They gave an address for it. Nothing is sent before you approve it.'],
    },
  },
  de: {
    transaction: 'Transaktion der Rückzahlung',
    other: {
      subject: 'Eine Zahlung an {merchant} kam in einer anderen Coin an',
      heading: '{other} sind in einer anderen Coin angekommen',
      paragraphs: ['Der Betrag zählt nicht für Ihre Bestellung, die in {coin} zu bezahlen ist. Er ist sicher.'],
      refund: '{merchant} kann ihn zurücksenden: Bitte wenden Sie sich dorthin.',
      support: 'Der Betrag kann an Sie zurückgehen: Wählen Sie „Zahlung finden“ und fügen Sie die Transaktion ein.',
      claim: 'Zahlung finden',
      unknown: 'Token auf {network}',
    },
    button: 'Geld zurückfordern',
    excess:
      'Sie haben {excess} mehr gesendet als verlangt. Sie können den Betrag zurückfordern: Sagen Sie {merchant}, wohin er gehen soll.',
    fees: 'Davon können eine Rückzahlungsgebühr und die Netzwerkgebühr abgehen. Die Seite hinter dem Link zeigt sie, bevor Sie darum bitten.',
    short: {
      subject: 'Ihre Zahlung an {merchant} hat nicht gereicht',
      heading: 'Als die Zeit abgelaufen war, fehlten {missing}',
      paragraphs: [
        '{paid} von {due} sind angekommen und sicher. {merchant} wird sie annehmen oder zurücksenden.',
        'Sie können den Betrag zurückfordern und angeben, wohin er gehen soll.',
      ],
    },
    refunded: {
      subject: '{merchant} hat Ihnen Geld zurückgesendet',
      heading: '{refund} sind zurück',
      paragraphs: [
        'Der Betrag ging an die Adresse, die Sie oder {merchant} angegeben haben, und ist im Netzwerk bestätigt.',
      ],
      link: 'Rechnung ansehen',
    },
    link: {
      subject: '{merchant} möchte Ihnen Geld zurücksenden',
      heading: 'Wohin soll Ihre Rückzahlung gehen?',
      paragraphs: ['Bitte geben Sie eine Adresse Ihrer eigenen Wallet an. Der Link gilt einmal, 30 Tage lang.'],
    },
    again: {
      subject: 'Ihr Link für eine Rückzahlung von {merchant}',
      heading: 'Ihr Link für eine Rückzahlung',
      paragraphs: [
        'Sie haben ihn auf der Seite der Rechnung angefordert. Geben Sie dort eine Adresse Ihrer eigenen Wallet an: Der Link gilt einmal, 30 Tage lang.',
        'Falls Sie das nicht waren, brauchen Sie nichts zu tun.',
      ],
    },
    rejected: {
      subject: 'Ihre Bitte an {merchant} um Rückzahlung wurde nicht angenommen',
      heading: 'Ihre Bitte um Rückzahlung wurde nicht angenommen',
      paragraphs: ['{note}', 'Sie können noch einmal darum bitten oder mit {merchant} sprechen.'],
    },
    asked: {
      subject: 'Ein Zahler bittet um Rückzahlung: {invoice}, {total}',
      heading: 'Ein Zahler bittet um Rückzahlung',
      paragraphs: ['Er hat eine Adresse dafür angegeben. Vor Ihrer Freigabe wird nichts gesendet.'],
    },
  },
  fr: {
    transaction: 'Transaction de remboursement',
    other: {
      subject: 'Un paiement à {merchant} est arrivé dans une autre cryptomonnaie',
      heading: '{other} sont arrivés dans une autre cryptomonnaie',
      paragraphs: ['Le montant ne compte pas pour votre commande, à payer en {coin}. Il est en sécurité.'],
      refund: '{merchant} peut vous le renvoyer : contactez-les.',
      support: 'Le montant peut vous être renvoyé : choisissez « Retrouver un paiement » et collez la transaction.',
      claim: 'Retrouver un paiement',
      unknown: 'un jeton sur {network}',
    },
    button: 'Demander un remboursement',
    excess: 'Vous avez envoyé {excess} de trop. Vous pouvez les redemander : dites à {merchant} où les envoyer.',
    fees: 'Des frais de remboursement et les frais de réseau peuvent en être déduits. La page du lien vous les montre avant votre demande.',
    short: {
      subject: 'Votre paiement à {merchant} n’a pas suffi',
      heading: 'Il manquait {missing} à la fin du délai',
      paragraphs: [
        '{paid} sur {due} sont arrivés et sont en sécurité. {merchant} les acceptera ou vous les renverra.',
        'Vous pouvez les redemander et indiquer où les envoyer.',
      ],
    },
    refunded: {
      subject: '{merchant} vous a renvoyé de l’argent',
      heading: '{refund} vous sont revenus',
      paragraphs: ['Le montant est parti à l’adresse que vous ou {merchant} avez donnée, et le réseau l’a confirmé.'],
      link: 'Voir la facture',
    },
    link: {
      subject: '{merchant} souhaite vous renvoyer de l’argent',
      heading: 'Où envoyer votre remboursement ?',
      paragraphs: ['Indiquez une adresse de votre propre portefeuille. Le lien fonctionne une fois, pendant 30 jours.'],
    },
    again: {
      subject: 'Votre lien pour un remboursement de {merchant}',
      heading: 'Votre lien pour un remboursement',
      paragraphs: [
        'Vous l’avez demandé sur la page de la facture. Indiquez-y une adresse de votre propre portefeuille : le lien fonctionne une fois, pendant 30 jours.',
        'Si ce n’était pas vous, vous n’avez rien à faire.',
      ],
    },
    rejected: {
      subject: 'Votre demande de remboursement à {merchant} n’a pas été acceptée',
      heading: 'Votre demande de remboursement n’a pas été acceptée',
      paragraphs: ['{note}', 'Vous pouvez la refaire une fois, ou en parler avec {merchant}.'],
    },
    asked: {
      subject: 'Un payeur demande un remboursement : {invoice}, {total}',
      heading: 'Un payeur demande un remboursement',
      paragraphs: ['Il a donné une adresse. Rien n’est envoyé avant votre accord.'],
    },
  },
  es: {
    transaction: 'Transacción de la devolución',
    other: {
      subject: 'Un pago a {merchant} ha llegado en otra moneda',
      heading: 'Han llegado {other} en otra moneda',
      paragraphs: ['El importe no cuenta para su pedido, que se paga en {coin}. Está a salvo.'],
      refund: '{merchant} puede devolvérselo: póngase en contacto con la tienda.',
      support: 'Se le puede devolver: elija «Encontrar un pago» y pegue la transacción.',
      claim: 'Encontrar un pago',
      unknown: 'un token en {network}',
    },
    button: 'Pedir la devolución',
    excess: 'Ha enviado {excess} de más. Puede pedir que se lo devuelvan: diga a {merchant} adónde enviarlo.',
    fees: 'Se le pueden descontar la comisión de devolución y la comisión de red. La página del enlace se las muestra antes de pedirla.',
    short: {
      subject: 'Su pago a {merchant} no fue suficiente',
      heading: 'Faltaban {missing} cuando terminó el plazo',
      paragraphs: [
        'Han llegado {paid} de {due} y están a salvo. {merchant} los aceptará o se los devolverá.',
        'Puede pedir la devolución e indicar adónde enviarla.',
      ],
    },
    refunded: {
      subject: '{merchant} le ha devuelto dinero',
      heading: 'Se le han devuelto {refund}',
      paragraphs: ['Se envió a la dirección que dio usted o {merchant}, y la red lo ha confirmado.'],
      link: 'Ver la factura',
    },
    link: {
      subject: '{merchant} quiere devolverle dinero',
      heading: '¿Adónde enviamos su devolución?',
      paragraphs: ['Indique una dirección de su propio monedero. El enlace sirve una vez, durante 30 días.'],
    },
    again: {
      subject: 'Su enlace para una devolución de {merchant}',
      heading: 'Su enlace para una devolución',
      paragraphs: [
        'Lo pidió en la página de la factura. Indique allí una dirección de su propio monedero: el enlace sirve una vez, durante 30 días.',
        'Si no fue usted, no tiene que hacer nada.',
      ],
    },
    rejected: {
      subject: 'Su solicitud de devolución a {merchant} no fue aceptada',
      heading: 'Su solicitud de devolución no fue aceptada',
      paragraphs: ['{note}', 'Puede pedirlo una vez más o hablar con {merchant}.'],
    },
    asked: {
      subject: 'Un pagador pide una devolución: {invoice}, {total}',
      heading: 'Un pagador pide una devolución',
      paragraphs: ['Ha dado una dirección. No se envía nada antes de que usted lo apruebe.'],
    },
  },
  it: {
    transaction: 'Transazione del rimborso',
    other: {
      subject: 'Un pagamento a {merchant} è arrivato in un’altra moneta',
      heading: '{other} sono arrivati in un’altra moneta',
      paragraphs: ['L’importo non vale per il tuo ordine, da pagare in {coin}. È al sicuro.'],
      refund: '{merchant} può restituirlo: contatta il negozio.',
      support: 'Puoi fartelo restituire: scegli «Trova un pagamento» e incolla la transazione.',
      claim: 'Trova un pagamento',
      unknown: 'un token su {network}',
    },
    button: 'Chiedi il rimborso',
    excess: 'Sono stati inviati {excess} in più. Puoi chiederli indietro: di’ a {merchant} dove inviarli.',
    fees: 'Possono essere detratte la commissione di rimborso e quella di rete. La pagina del link le mostra prima della richiesta.',
    short: {
      subject: 'Il pagamento a {merchant} non era sufficiente',
      heading: 'Alla scadenza mancavano {missing}',
      paragraphs: [
        'Sono arrivati {paid} su {due} e sono al sicuro. {merchant} li accetterà oppure li restituirà.',
        'Puoi chiederli indietro e indicare dove inviarli.',
      ],
    },
    refunded: {
      subject: '{merchant} ti ha restituito del denaro',
      heading: '{refund} ti sono stati restituiti',
      paragraphs: ['L’importo è stato inviato all’indirizzo dato da te o da {merchant} e la rete lo ha confermato.'],
      link: 'Vedi la fattura',
    },
    link: {
      subject: '{merchant} vuole restituirti del denaro',
      heading: 'Dove inviamo il rimborso?',
      paragraphs: ['Indica un indirizzo del tuo portafoglio. Il link vale una volta, per 30 giorni.'],
    },
    again: {
      subject: 'Il tuo link per un rimborso da {merchant}',
      heading: 'Il tuo link per un rimborso',
      paragraphs: [
        'È stato richiesto nella pagina della fattura. Indica lì un indirizzo del tuo portafoglio: il link vale una volta, per 30 giorni.',
        'Se non l’hai chiesto tu, non devi fare nulla.',
      ],
    },
    rejected: {
      subject: 'La tua richiesta di rimborso a {merchant} non è stata accettata',
      heading: 'La tua richiesta di rimborso non è stata accettata',
      paragraphs: ['{note}', 'Puoi chiederlo ancora una volta o parlarne con {merchant}.'],
    },
    asked: {
      subject: 'Un pagatore chiede un rimborso: {invoice}, {total}',
      heading: 'Un pagatore chiede un rimborso',
      paragraphs: ['Ha indicato un indirizzo. Nulla viene inviato prima della Sua approvazione.'],
    },
  },
  pt: {
    transaction: 'Transação do reembolso',
    other: {
      subject: 'Um pagamento a {merchant} chegou noutra moeda',
      heading: 'Chegaram {other} noutra moeda',
      paragraphs: ['O valor não conta para a sua encomenda, a pagar em {coin}. Está em segurança.'],
      refund: '{merchant} pode devolvê-lo: contacte a loja.',
      support: 'Pode ser-lhe devolvido: escolha «Encontrar um pagamento» e cole a transação.',
      claim: 'Encontrar um pagamento',
      unknown: 'um token em {network}',
    },
    button: 'Pedir o reembolso',
    excess: 'Enviou {excess} a mais. Pode pedir a devolução: diga a {merchant} para onde enviar.',
    fees: 'Podem ser descontadas a comissão de reembolso e a comissão de rede. A página da ligação mostra-as antes de fazer o pedido.',
    short: {
      subject: 'O seu pagamento a {merchant} não foi suficiente',
      heading: 'Faltavam {missing} quando o prazo terminou',
      paragraphs: [
        'Chegaram {paid} de {due} e estão em segurança. {merchant} vai aceitá-los ou devolvê-los.',
        'Pode pedir a devolução e dizer para onde enviar.',
      ],
    },
    refunded: {
      subject: '{merchant} devolveu-lhe dinheiro',
      heading: '{refund} foram devolvidos',
      paragraphs: ['O valor foi enviado para o endereço dado por si ou por {merchant}, e a rede confirmou-o.'],
      link: 'Ver a fatura',
    },
    link: {
      subject: '{merchant} quer devolver-lhe dinheiro',
      heading: 'Para onde enviamos o seu reembolso?',
      paragraphs: ['Indique um endereço da sua própria carteira. A ligação funciona uma vez, durante 30 dias.'],
    },
    again: {
      subject: 'A sua ligação para um reembolso de {merchant}',
      heading: 'A sua ligação para um reembolso',
      paragraphs: [
        'Pediu-a na página da fatura. Indique aí um endereço da sua própria carteira: a ligação funciona uma vez, durante 30 dias.',
        'Se não foi você, não precisa de fazer nada.',
      ],
    },
    rejected: {
      subject: 'O seu pedido de reembolso a {merchant} não foi aceite',
      heading: 'O seu pedido de reembolso não foi aceite',
      paragraphs: ['{note}', 'Pode pedir mais uma vez ou falar com {merchant}.'],
    },
    asked: {
      subject: 'Um pagador pede um reembolso: {invoice}, {total}',
      heading: 'Um pagador pede um reembolso',
      paragraphs: ['Indicou um endereço. Nada é enviado antes da sua aprovação.'],
    },
  },
  ru: {
    transaction: 'Транзакция возврата',
    other: {
      subject: 'Платёж в {merchant} пришёл в другой монете',
      heading: 'Получено {other} в другой монете',
      paragraphs: ['Эта сумма не засчитывается в ваш заказ, который нужно оплатить в {coin}. Деньги в сохранности.'],
      refund: '{merchant} может вернуть их: обратитесь в магазин.',
      support: 'Деньги можно вернуть: выберите «Найти платёж» и вставьте транзакцию.',
      claim: 'Найти платёж',
      unknown: 'токен в сети {network}',
    },
    button: 'Попросить возврат',
    excess:
      'Вы отправили на {excess} больше, чем нужно. Вы можете попросить их назад: сообщите {merchant}, куда отправить.',
    fees: 'Из суммы могут быть удержаны комиссия за возврат и комиссия сети. Страница по ссылке покажет их до запроса.',
    short: {
      subject: 'Вашего платежа в {merchant} не хватило',
      heading: 'К концу срока не хватало {missing}',
      paragraphs: [
        'Пришло {paid} из {due}, деньги в сохранности. {merchant} примет их или вернёт.',
        'Вы можете попросить возврат и указать, куда его отправить.',
      ],
    },
    refunded: {
      subject: '{merchant} вернул вам деньги',
      heading: 'Вам возвращено {refund}',
      paragraphs: ['Деньги отправлены на адрес, который указали вы или {merchant}; сеть подтвердила перевод.'],
      link: 'Открыть счёт',
    },
    link: {
      subject: '{merchant} хочет вернуть вам деньги',
      heading: 'Куда отправить возврат?',
      paragraphs: ['Укажите адрес вашего собственного кошелька. Ссылка действует один раз, 30 дней.'],
    },
    again: {
      subject: 'Ваша ссылка для возврата от {merchant}',
      heading: 'Ваша ссылка для возврата',
      paragraphs: [
        'Вы запросили её на странице счёта. Укажите там адрес вашего собственного кошелька: ссылка действует один раз, 30 дней.',
        'Если это были не вы, ничего делать не нужно.',
      ],
    },
    rejected: {
      subject: 'Ваш запрос в {merchant} на возврат не принят',
      heading: 'Ваш запрос на возврат не принят',
      paragraphs: ['{note}', 'Вы можете попросить ещё раз или связаться с {merchant}.'],
    },
    asked: {
      subject: 'Плательщик просит возврат: {invoice}, {total}',
      heading: 'Плательщик просит возврат',
      paragraphs: ['Он указал адрес. Ничего не будет отправлено без вашего одобрения.'],
    },
  },
};
