import type { MoneyMails } from '../../../domain/accounts/account-mail.ts';
import type { Language } from '../../../domain/languages.ts';
import type { MailWords } from './account-words.ts';

/** The words of mails about targets of money, by language; each heading is the subject too. */
export const MONEY_WORDS: Readonly<Record<Language, Readonly<Record<keyof MoneyMails, MailWords>>>> = {
  en: mails('If nobody of your team did this, cancel open payouts and contact our support at once.', {
    payout_code: [
      'Confirm your payout',
      'Enter this code to send {amount} to {address}.',
      'The code is for exactly this payout. If you did not ask for it, change your password at once: nothing is sent without the code.',
    ],
    refund_code: [
      'Confirm your refund',
      'Enter this code to refund {amount} to {address}.',
      'The code is for exactly this refund. If you did not ask for it, change your password at once: nothing is sent without the code.',
    ],
    method_added: ['A payment method was added', '{by} added the payment method “{title}”: {address}.'],
    method_changed: [
      'A payment method was changed',
      '{by} changed the payment method “{title}”. It now sends money to {address}.',
    ],
    method_activated: [
      'A payment method was activated',
      '{by} activated the payment method “{title}”. It can now send money to {address}.',
    ],
    method_deleted: ['A payment method was deleted', '{by} deleted the payment method “{title}” ({address}).'],
    payout_address_added: [
      'An address for payouts was added',
      '{by} entered {address} into the address book, so that payouts may go there.',
    ],
    payout_addresses_added: [
      'New addresses for payouts',
      '{by} ran the mass payout {file}. Addresses in it that nobody of your team had used before: {count}.',
    ],
    payout_address_renamed: [
      'An address for payouts was renamed',
      '{by} renamed {address} in the address book. It is called “{label}” now.',
    ],
    payout_address_removed: [
      'An address for payouts was removed',
      '{by} took {address} out of the address book. Used again, it counts as a new one.',
    ],
    balance_converted: [
      'Your balance was converted',
      '{by} converted {given} to {received}. This email is sent for the first conversion within 24 hours.',
    ],
    payout_policy_changed: [
      'The rules of payouts were changed',
      '{by} changed who has to approve payouts or how long new addresses wait.',
    ],
    payout_limits_changed: [
      'The limits of payouts were changed',
      '{by} changed the limits of your payouts. Per payout: {perPayout}. Per day: {perDay}. They apply now.',
    ],
    payout_limits_raised: [
      'Higher limits of payouts were requested',
      '{by} raised or removed limits of your payouts. Per payout: {perPayout}. Per day: {perDay}. This applies from {from}; until then an admin of your team can take it back under Payouts, Payout methods.',
    ],
  }),
  de: mails(
    'Wenn das niemand aus Ihrem Team war, brechen Sie offene Auszahlungen ab und melden Sie sich sofort bei unserem Support.',
    {
      payout_code: [
        'Bestätigen Sie Ihre Auszahlung',
        'Geben Sie diesen Code ein, um {amount} an {address} zu senden.',
        'Der Code gilt genau für diese Auszahlung. Wenn Sie nicht darum gebeten haben, ändern Sie sofort Ihr Passwort: ohne den Code wird nichts gesendet.',
      ],
      refund_code: [
        'Bestätigen Sie Ihre Erstattung',
        'Geben Sie diesen Code ein, um {amount} an {address} zu erstatten.',
        'Der Code gilt genau für diese Erstattung. Wenn Sie nicht darum gebeten haben, ändern Sie sofort Ihr Passwort: ohne den Code wird nichts gesendet.',
      ],
      method_added: [
        'Eine Zahlungsmethode wurde hinzugefügt',
        '{by} hat die Zahlungsmethode „{title}“ hinzugefügt: {address}.',
      ],
      method_changed: [
        'Eine Zahlungsmethode wurde geändert',
        '{by} hat die Zahlungsmethode „{title}“ geändert. Sie sendet Geld jetzt an {address}.',
      ],
      method_activated: [
        'Eine Zahlungsmethode wurde aktiviert',
        '{by} hat die Zahlungsmethode „{title}“ aktiviert. Sie kann jetzt Geld an {address} senden.',
      ],
      method_deleted: [
        'Eine Zahlungsmethode wurde gelöscht',
        '{by} hat die Zahlungsmethode „{title}“ ({address}) gelöscht.',
      ],
      payout_address_added: [
        'Eine Adresse für Auszahlungen wurde hinzugefügt',
        '{by} hat {address} ins Adressbuch eingetragen, damit Auszahlungen dorthin gehen können.',
      ],
      payout_addresses_added: [
        'Neue Adressen für Auszahlungen',
        '{by} hat die Massenauszahlung {file} gestartet. Adressen darin, die niemand aus Ihrem Team bisher benutzt hat: {count}.',
      ],
      payout_address_renamed: [
        'Eine Adresse für Auszahlungen wurde umbenannt',
        '{by} hat {address} im Adressbuch umbenannt. Sie heißt jetzt „{label}“.',
      ],
      payout_address_removed: [
        'Eine Adresse für Auszahlungen wurde entfernt',
        '{by} hat {address} aus dem Adressbuch entfernt. Wird sie wieder benutzt, gilt sie als neu.',
      ],
      balance_converted: [
        'Ihr Guthaben wurde umgetauscht',
        '{by} hat {given} in {received} umgetauscht. Diese E-Mail kommt beim ersten Umtausch innerhalb von 24 Stunden.',
      ],
      payout_policy_changed: [
        'Die Regeln für Auszahlungen wurden geändert',
        '{by} hat geändert, wer Auszahlungen genehmigen muss oder wie lange neue Adressen warten.',
      ],
      payout_limits_changed: [
        'Die Limits für Auszahlungen wurden geändert',
        '{by} hat die Limits Ihrer Auszahlungen geändert. Je Auszahlung: {perPayout}. Je Tag: {perDay}. Sie gelten ab sofort.',
      ],
      payout_limits_raised: [
        'Höhere Limits für Auszahlungen wurden beantragt',
        '{by} hat Limits Ihrer Auszahlungen erhöht oder entfernt. Je Auszahlung: {perPayout}. Je Tag: {perDay}. Das gilt ab {from}; bis dahin kann ein Admin Ihres Teams es unter Auszahlungen, Zahlungsmethoden zurücknehmen.',
      ],
    },
  ),
  fr: mails(
    'Si personne de votre équipe n’a fait cela, annulez les versements en cours et contactez immédiatement notre support.',
    {
      payout_code: [
        'Confirmez votre versement',
        'Saisissez ce code pour envoyer {amount} à {address}.',
        'Le code vaut pour ce versement uniquement. Si vous ne l’avez pas demandé, changez immédiatement votre mot de passe : rien n’est envoyé sans le code.',
      ],
      refund_code: [
        'Confirmez votre remboursement',
        'Saisissez ce code pour rembourser {amount} à {address}.',
        'Le code vaut pour ce remboursement uniquement. Si vous ne l’avez pas demandé, changez immédiatement votre mot de passe : rien n’est envoyé sans le code.',
      ],
      method_added: [
        'Un moyen de paiement a été ajouté',
        '{by} a ajouté le moyen de paiement « {title} » : {address}.',
      ],
      method_changed: [
        'Un moyen de paiement a été modifié',
        '{by} a modifié le moyen de paiement « {title} ». Il envoie désormais l’argent à {address}.',
      ],
      method_activated: [
        'Un moyen de paiement a été activé',
        '{by} a activé le moyen de paiement « {title} ». Il peut désormais envoyer de l’argent à {address}.',
      ],
      method_deleted: [
        'Un moyen de paiement a été supprimé',
        '{by} a supprimé le moyen de paiement « {title} » ({address}).',
      ],
      payout_address_added: [
        'Une adresse de versement a été ajoutée',
        '{by} a inscrit {address} dans le carnet d’adresses, afin que des versements puissent y être envoyés.',
      ],
      payout_addresses_added: [
        'Nouvelles adresses de versement',
        '{by} a lancé le versement groupé {file}. Adresses que personne de votre équipe n’avait encore utilisées : {count}.',
      ],
      payout_address_renamed: [
        'Une adresse de versement a été renommée',
        '{by} a renommé {address} dans le carnet d’adresses. Elle s’appelle désormais « {label} ».',
      ],
      payout_address_removed: [
        'Une adresse de versement a été retirée',
        '{by} a retiré {address} du carnet d’adresses. Si elle est réutilisée, elle comptera comme nouvelle.',
      ],
      balance_converted: [
        'Votre solde a été converti',
        '{by} a converti {given} en {received}. Cet e-mail est envoyé pour la première conversion en 24 heures.',
      ],
      payout_policy_changed: [
        'Les règles des versements ont été modifiées',
        '{by} a changé qui doit approuver les versements ou combien de temps attendent les nouvelles adresses.',
      ],
      payout_limits_changed: [
        'Les limites des versements ont été modifiées',
        '{by} a modifié les limites de vos versements. Par versement : {perPayout}. Par jour : {perDay}. Elles s’appliquent dès maintenant.',
      ],
      payout_limits_raised: [
        'Des limites de versement plus élevées ont été demandées',
        '{by} a relevé ou supprimé des limites de vos versements. Par versement : {perPayout}. Par jour : {perDay}. Cela s’applique à partir du {from} ; d’ici là, un administrateur de votre équipe peut l’annuler sous Versements, Moyens de paiement.',
      ],
    },
  ),
  es: mails(
    'Si nadie de su equipo lo hizo, cancele los pagos pendientes y contacte de inmediato con nuestro soporte.',
    {
      payout_code: [
        'Confirme su pago saliente',
        'Introduzca este código para enviar {amount} a {address}.',
        'El código vale solo para este pago. Si no lo pidió, cambie su contraseña de inmediato: nada se envía sin el código.',
      ],
      refund_code: [
        'Confirme su reembolso',
        'Introduzca este código para reembolsar {amount} a {address}.',
        'El código vale solo para este reembolso. Si no lo pidió, cambie su contraseña de inmediato: nada se envía sin el código.',
      ],
      method_added: ['Se añadió un método de pago', '{by} añadió el método de pago «{title}»: {address}.'],
      method_changed: [
        'Se cambió un método de pago',
        '{by} cambió el método de pago «{title}». Ahora envía el dinero a {address}.',
      ],
      method_activated: [
        'Se activó un método de pago',
        '{by} activó el método de pago «{title}». Ahora puede enviar dinero a {address}.',
      ],
      method_deleted: ['Se eliminó un método de pago', '{by} eliminó el método de pago «{title}» ({address}).'],
      payout_address_added: [
        'Se añadió una dirección para pagos',
        '{by} anotó {address} en la libreta de direcciones para que los pagos puedan ir allí.',
      ],
      payout_addresses_added: [
        'Nuevas direcciones para pagos',
        '{by} lanzó el pago masivo {file}. Direcciones que nadie de su equipo había usado antes: {count}.',
      ],
      payout_address_renamed: [
        'Se cambió el nombre de una dirección para pagos',
        '{by} cambió el nombre de {address} en la libreta de direcciones. Ahora se llama «{label}».',
      ],
      payout_address_removed: [
        'Se quitó una dirección para pagos',
        '{by} quitó {address} de la libreta de direcciones. Si se vuelve a usar, contará como nueva.',
      ],
      balance_converted: [
        'Su saldo se ha convertido',
        '{by} convirtió {given} en {received}. Este correo se envía con la primera conversión en 24 horas.',
      ],
      payout_policy_changed: [
        'Se cambiaron las reglas de los pagos',
        '{by} cambió quién debe aprobar los pagos o cuánto esperan las direcciones nuevas.',
      ],
      payout_limits_changed: [
        'Se cambiaron los límites de los pagos',
        '{by} cambió los límites de sus pagos. Por pago: {perPayout}. Por día: {perDay}. Se aplican desde ahora.',
      ],
      payout_limits_raised: [
        'Se solicitaron límites de pago más altos',
        '{by} aumentó o eliminó límites de sus pagos. Por pago: {perPayout}. Por día: {perDay}. Se aplica a partir del {from}; hasta entonces, un administrador de su equipo puede anularlo en Pagos, Métodos de pago.',
      ],
    },
  ),
  it: mails(
    'Se non è stato nessuno del Suo team, annulli i pagamenti in corso e contatti subito la nostra assistenza.',
    {
      payout_code: [
        'Confermi il Suo pagamento in uscita',
        'Inserisca questo codice per inviare {amount} a {address}.',
        "Il codice vale solo per questo pagamento. Se non l'ha richiesto, cambi subito la password: senza il codice non parte nulla.",
      ],
      refund_code: [
        'Confermi il Suo rimborso',
        'Inserisca questo codice per rimborsare {amount} a {address}.',
        "Il codice vale solo per questo rimborso. Se non l'ha richiesto, cambi subito la password: senza il codice non parte nulla.",
      ],
      method_added: [
        'È stato aggiunto un metodo di pagamento',
        '{by} ha aggiunto il metodo di pagamento «{title}»: {address}.',
      ],
      method_changed: [
        'È stato modificato un metodo di pagamento',
        '{by} ha modificato il metodo di pagamento «{title}». Ora invia il denaro a {address}.',
      ],
      method_activated: [
        'È stato attivato un metodo di pagamento',
        '{by} ha attivato il metodo di pagamento «{title}». Ora può inviare denaro a {address}.',
      ],
      method_deleted: [
        'È stato eliminato un metodo di pagamento',
        '{by} ha eliminato il metodo di pagamento «{title}» ({address}).',
      ],
      payout_address_added: [
        'È stato aggiunto un indirizzo per i pagamenti',
        '{by} ha inserito {address} nella rubrica, così che i pagamenti possano arrivarvi.',
      ],
      payout_addresses_added: [
        'Nuovi indirizzi per i pagamenti',
        '{by} ha avviato il pagamento multiplo {file}. Indirizzi che nessuno del Suo team aveva mai usato: {count}.',
      ],
      payout_address_renamed: [
        'Un indirizzo per i pagamenti è stato rinominato',
        '{by} ha rinominato {address} nella rubrica. Ora si chiama «{label}».',
      ],
      payout_address_removed: [
        'Un indirizzo per i pagamenti è stato rimosso',
        '{by} ha rimosso {address} dalla rubrica. Se verrà usato di nuovo, varrà come nuovo.',
      ],
      balance_converted: [
        'Il vostro saldo è stato convertito',
        '{by} ha convertito {given} in {received}. Questa email viene inviata per la prima conversione nelle 24 ore.',
      ],
      payout_policy_changed: [
        'Sono state modificate le regole dei pagamenti',
        '{by} ha cambiato chi deve approvare i pagamenti o quanto attendono i nuovi indirizzi.',
      ],
      payout_limits_changed: [
        'Sono stati modificati i limiti dei pagamenti',
        '{by} ha modificato i limiti dei vostri pagamenti. Per pagamento: {perPayout}. Al giorno: {perDay}. Valgono da subito.',
      ],
      payout_limits_raised: [
        'Sono stati richiesti limiti di pagamento più alti',
        '{by} ha aumentato o rimosso limiti dei vostri pagamenti. Per pagamento: {perPayout}. Al giorno: {perDay}. Vale dal {from}; fino ad allora un amministratore del team può annullarlo in Pagamenti, Metodi di pagamento.',
      ],
    },
  ),
  pt: mails(
    'Se ninguém da sua equipa fez isto, cancele os pagamentos em curso e contacte de imediato o nosso suporte.',
    {
      payout_code: [
        'Confirme o seu pagamento',
        'Introduza este código para enviar {amount} para {address}.',
        'O código serve apenas para este pagamento. Se não o pediu, mude a sua palavra-passe de imediato: nada é enviado sem o código.',
      ],
      refund_code: [
        'Confirme o seu reembolso',
        'Introduza este código para reembolsar {amount} para {address}.',
        'O código serve apenas para este reembolso. Se não o pediu, mude a sua palavra-passe de imediato: nada é enviado sem o código.',
      ],
      method_added: [
        'Foi adicionado um método de pagamento',
        '{by} adicionou o método de pagamento «{title}»: {address}.',
      ],
      method_changed: [
        'Foi alterado um método de pagamento',
        '{by} alterou o método de pagamento «{title}». Agora envia o dinheiro para {address}.',
      ],
      method_activated: [
        'Foi ativado um método de pagamento',
        '{by} ativou o método de pagamento «{title}». Agora pode enviar dinheiro para {address}.',
      ],
      method_deleted: [
        'Foi eliminado um método de pagamento',
        '{by} eliminou o método de pagamento «{title}» ({address}).',
      ],
      payout_address_added: [
        'Foi adicionado um endereço para pagamentos',
        '{by} registou {address} no livro de endereços, para que os pagamentos possam seguir para lá.',
      ],
      payout_addresses_added: [
        'Novos endereços para pagamentos',
        '{by} executou o pagamento em massa {file}. Endereços que ninguém da sua equipa tinha usado antes: {count}.',
      ],
      payout_address_renamed: [
        'O nome de um endereço para pagamentos foi alterado',
        '{by} mudou o nome de {address} no livro de endereços. Chama-se agora «{label}».',
      ],
      payout_address_removed: [
        'Foi retirado um endereço para pagamentos',
        '{by} retirou {address} do livro de endereços. Se voltar a ser usado, conta como novo.',
      ],
      balance_converted: [
        'O seu saldo foi convertido',
        '{by} converteu {given} em {received}. Este email é enviado na primeira conversão em 24 horas.',
      ],
      payout_policy_changed: [
        'As regras dos pagamentos foram alteradas',
        '{by} alterou quem tem de aprovar os pagamentos ou quanto tempo esperam os novos endereços.',
      ],
      payout_limits_changed: [
        'Os limites dos pagamentos foram alterados',
        '{by} alterou os limites dos seus pagamentos. Por pagamento: {perPayout}. Por dia: {perDay}. Aplicam-se já.',
      ],
      payout_limits_raised: [
        'Foram pedidos limites de pagamento mais altos',
        '{by} aumentou ou removeu limites dos seus pagamentos. Por pagamento: {perPayout}. Por dia: {perDay}. Aplica-se a partir de {from}; até lá, um administrador da equipa pode anulá-lo em Pagamentos, Métodos de pagamento.',
      ],
    },
  ),
  ru: mails(
    'Если этого не делал никто из вашей команды, отмените открытые выплаты и сразу свяжитесь с нашей поддержкой.',
    {
      payout_code: [
        'Подтвердите выплату',
        'Введите этот код, чтобы отправить {amount} на {address}.',
        'Код действует только для этой выплаты. Если вы её не запрашивали, сразу смените пароль: без кода ничего не отправляется.',
      ],
      refund_code: [
        'Подтвердите возврат',
        'Введите этот код, чтобы вернуть {amount} на адрес {address}.',
        'Код действует только для этого возврата. Если вы его не запрашивали, сразу смените пароль: без кода ничего не отправляется.',
      ],
      method_added: ['Добавлен способ выплаты', '{by} добавил(а) способ выплаты «{title}»: {address}.'],
      method_changed: [
        'Изменён способ выплаты',
        '{by} изменил(а) способ выплаты «{title}». Теперь он отправляет деньги на {address}.',
      ],
      method_activated: [
        'Активирован способ выплаты',
        '{by} активировал(а) способ выплаты «{title}». Теперь он может отправлять деньги на {address}.',
      ],
      method_deleted: ['Удалён способ выплаты', '{by} удалил(а) способ выплаты «{title}» ({address}).'],
      payout_address_added: [
        'Добавлен адрес для выплат',
        '{by} внёс(ла) {address} в адресную книгу, чтобы выплаты могли идти туда.',
      ],
      payout_addresses_added: [
        'Новые адреса для выплат',
        '{by} запустил(а) массовую выплату {file}. Адресов в ней, которыми никто из вашей команды раньше не пользовался: {count}.',
      ],
      payout_address_renamed: [
        'Адрес для выплат переименован',
        '{by} переименовал(а) {address} в адресной книге. Теперь он называется «{label}».',
      ],
      payout_address_removed: [
        'Адрес для выплат удалён',
        '{by} убрал(а) {address} из адресной книги. При новом использовании он снова считается новым.',
      ],
      balance_converted: [
        'Ваш баланс был конвертирован',
        '{by} конвертировал(а) {given} в {received}. Это письмо приходит о первой конвертации за 24 часа.',
      ],
      payout_policy_changed: [
        'Изменены правила выплат',
        '{by} изменил(а), кто должен одобрять выплаты или сколько ждут новые адреса.',
      ],
      payout_limits_changed: [
        'Изменены лимиты выплат',
        '{by} изменил(а) лимиты ваших выплат. На одну выплату: {perPayout}. В день: {perDay}. Они действуют с этого момента.',
      ],
      payout_limits_raised: [
        'Запрошены более высокие лимиты выплат',
        '{by} повысил(а) или снял(а) лимиты ваших выплат. На одну выплату: {perPayout}. В день: {perDay}. Это вступит в силу {from}; до этого администратор вашей команды может отменить изменение в разделе «Выплаты», «Способы выплат».',
      ],
    },
  ),
};

type Short = Readonly<Record<keyof MoneyMails, readonly [subject: string, ...paragraphs: string[]]>>;

/** Every warning ends with what to do; a code says that itself. */
function mails(warning: string, short: Short): Readonly<Record<keyof MoneyMails, MailWords>> {
  const words = Object.entries(short).map(([kind, [subject, ...paragraphs]]) => [
    kind,
    { subject, heading: subject, paragraphs: kind.endsWith('_code') ? paragraphs : [...paragraphs, warning] },
  ]);
  return Object.fromEntries(words) as Readonly<Record<keyof MoneyMails, MailWords>>;
}
