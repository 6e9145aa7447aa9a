import type { WithdrawalMails } from '../../../domain/accounts/account-mail.ts';
import type { Language } from '../../../domain/languages.ts';
import type { MailWords } from './account-words.ts';

type Texts = Readonly<Record<keyof WithdrawalMails, readonly [heading: string, ...paragraphs: string[]]>> & {
  /** The button's text of news. */
  readonly link: string;
};

/** The words of mails about withdrawals, by language; each heading is the subject too. */
export const WITHDRAWAL_WORDS: Readonly<Record<Language, Readonly<Record<keyof WithdrawalMails, MailWords>>>> = {
  en: mails({
    link: 'View withdrawal',
    withdrawal_code: [
      'Confirm your withdrawal',
      'Enter this code to withdraw {amount} to {address}.',
      'The code is valid for exactly this withdrawal. If you did not request it, change your password immediately: nothing is sent without the code.',
    ],
    withdrawal_done: ['Your withdrawal is done', 'Your withdrawal of {amount} to “{title}” was paid out.'],
    withdrawal_failed: [
      'Your withdrawal failed',
      'Your withdrawal of {amount} to “{title}” was not paid. Reason: {reason}',
      'The money is in your balance again. Check the withdrawal method before you try again.',
    ],
    withdrawal_question: [
      'Your withdrawal needs your answer',
      'The bank checked the name of the account for your withdrawal of {amount} to “{title}”. It says: {reason}',
      'Open the withdrawal to pay anyway or to cancel it. The money is held until you answer.',
    ],
  }),
  de: mails({
    link: 'Abhebung ansehen',
    withdrawal_code: [
      'Bestätigen Sie Ihre Abhebung',
      'Geben Sie diesen Code ein, um {amount} auf {address} abzuheben.',
      'Der Code gilt nur für diese Abhebung. Wenn Sie sie nicht angefordert haben, ändern Sie sofort Ihr Passwort: Ohne den Code wird nichts gesendet.',
    ],
    withdrawal_done: ['Ihre Abhebung ist ausgeführt', 'Ihre Abhebung von {amount} auf „{title}“ wurde ausgezahlt.'],
    withdrawal_failed: [
      'Ihre Abhebung ist fehlgeschlagen',
      'Ihre Abhebung von {amount} auf „{title}“ wurde nicht ausgezahlt. Grund: {reason}',
      'Das Geld ist wieder in Ihrem Guthaben. Prüfen Sie die Abhebungsmethode, bevor Sie es erneut versuchen.',
    ],
    withdrawal_question: [
      'Zu Ihrer Abhebung fehlt Ihre Antwort',
      'Die Bank hat für Ihre Abhebung von {amount} auf „{title}“ den Namen des Kontos geprüft. Sie meldet: {reason}',
      'Öffnen Sie die Abhebung, um trotzdem zu zahlen oder sie abzubrechen. Bis zu Ihrer Antwort bleibt das Geld reserviert.',
    ],
  }),
  fr: mails({
    link: 'Voir le retrait',
    withdrawal_code: [
      'Confirmez votre retrait',
      'Saisissez ce code pour retirer {amount} vers {address}.',
      'Le code vaut pour ce retrait uniquement. Si vous ne l’avez pas demandé, changez immédiatement votre mot de passe : rien n’est envoyé sans le code.',
    ],
    withdrawal_done: ['Votre retrait est effectué', 'Votre retrait de {amount} vers « {title} » a été versé.'],
    withdrawal_failed: [
      'Votre retrait a échoué',
      'Votre retrait de {amount} vers « {title} » n’a pas été versé. Motif : {reason}',
      'L’argent est de nouveau sur votre solde. Vérifiez le moyen de retrait avant de réessayer.',
    ],
    withdrawal_question: [
      'Votre retrait attend votre réponse',
      'La banque a vérifié le nom du compte pour votre retrait de {amount} vers « {title} ». Elle indique : {reason}',
      'Ouvrez le retrait pour payer quand même ou pour l’annuler. L’argent reste bloqué jusqu’à votre réponse.',
    ],
  }),
  es: mails({
    link: 'Ver la retirada',
    withdrawal_code: [
      'Confirme su retirada',
      'Introduzca este código para retirar {amount} a {address}.',
      'El código vale solo para esta retirada. Si no la solicitó, cambie su contraseña de inmediato: nada se envía sin el código.',
    ],
    withdrawal_done: ['Su retirada se ha realizado', 'Su retirada de {amount} a «{title}» se ha pagado.'],
    withdrawal_failed: [
      'Su retirada ha fallado',
      'Su retirada de {amount} a «{title}» no se ha pagado. Motivo: {reason}',
      'El dinero vuelve a estar en su saldo. Revise el método de retirada antes de intentarlo de nuevo.',
    ],
    withdrawal_question: [
      'Su retirada espera su respuesta',
      'El banco ha comprobado el nombre de la cuenta para su retirada de {amount} a «{title}». Indica: {reason}',
      'Abra la retirada para pagar de todos modos o para cancelarla. El dinero queda retenido hasta su respuesta.',
    ],
  }),
  it: mails({
    link: 'Vedi il prelievo',
    withdrawal_code: [
      'Confermi il Suo prelievo',
      'Inserisca questo codice per prelevare {amount} su {address}.',
      "Il codice vale solo per questo prelievo. Se non l'ha richiesto, cambi subito la password: senza il codice non parte nulla.",
    ],
    withdrawal_done: ['Il Suo prelievo è stato eseguito', 'Il Suo prelievo di {amount} su «{title}» è stato pagato.'],
    withdrawal_failed: [
      'Il Suo prelievo non è riuscito',
      'Il Suo prelievo di {amount} su «{title}» non è stato pagato. Motivo: {reason}',
      'Il denaro è di nuovo sul Suo saldo. Controlli il metodo di prelievo prima di riprovare.',
    ],
    withdrawal_question: [
      'Il Suo prelievo attende una risposta',
      'La banca ha verificato il nome del conto per il Suo prelievo di {amount} su «{title}». Comunica: {reason}',
      'Apra il prelievo per pagare comunque o per annullarlo. Il denaro resta bloccato fino alla Sua risposta.',
    ],
  }),
  pt: mails({
    link: 'Ver o levantamento',
    withdrawal_code: [
      'Confirme o seu levantamento',
      'Introduza este código para levantar {amount} para {address}.',
      'O código serve apenas para este levantamento. Se não o pediu, mude a sua palavra-passe de imediato: nada é enviado sem o código.',
    ],
    withdrawal_done: ['O seu levantamento foi efetuado', 'O seu levantamento de {amount} para «{title}» foi pago.'],
    withdrawal_failed: [
      'O seu levantamento falhou',
      'O seu levantamento de {amount} para «{title}» não foi pago. Motivo: {reason}',
      'O dinheiro está novamente no seu saldo. Verifique o método de levantamento antes de tentar de novo.',
    ],
    withdrawal_question: [
      'O seu levantamento espera a sua resposta',
      'O banco verificou o nome da conta para o seu levantamento de {amount} para «{title}». Indica: {reason}',
      'Abra o levantamento para pagar mesmo assim ou para o cancelar. O dinheiro fica retido até à sua resposta.',
    ],
  }),
  ru: mails({
    link: 'Посмотреть вывод',
    withdrawal_code: [
      'Подтвердите вывод средств',
      'Введите этот код, чтобы вывести {amount} на {address}.',
      'Код действует только для этого вывода. Если вы его не запрашивали, сразу смените пароль: без кода ничего не отправляется.',
    ],
    withdrawal_done: ['Вывод средств выполнен', 'Вывод {amount} на «{title}» выплачен.'],
    withdrawal_failed: [
      'Вывод средств не удался',
      'Вывод {amount} на «{title}» не выплачен. Причина: {reason}',
      'Деньги снова на вашем балансе. Проверьте способ вывода, прежде чем повторить попытку.',
    ],
    withdrawal_question: [
      'Вывод средств ждёт вашего ответа',
      'Банк проверил имя владельца счёта для вывода {amount} на «{title}». Он сообщает: {reason}',
      'Откройте вывод, чтобы всё равно заплатить или отменить его. До вашего ответа деньги удерживаются.',
    ],
  }),
};

function mails(texts: Texts): Record<keyof WithdrawalMails, MailWords> {
  const words = ([heading, ...paragraphs]: Texts[keyof WithdrawalMails]): MailWords => ({
    subject: heading,
    heading,
    paragraphs,
    link: texts.link,
  });
  return {
    withdrawal_code: words(texts.withdrawal_code),
    withdrawal_done: words(texts.withdrawal_done),
    withdrawal_failed: words(texts.withdrawal_failed),
    withdrawal_question: words(texts.withdrawal_question),
  };
}
