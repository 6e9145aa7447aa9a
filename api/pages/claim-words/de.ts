import type { ClaimWords } from './claim-words.ts';

export const de: ClaimWords = {
  title: 'Zahlung finden',
  intro:
    'Bezahlt, aber der Shop sieht es nicht? Fügen Sie die ID Ihrer Transaktion ein. Wir sagen Ihnen, was ' +
    'daraus wurde, und zahlen zurück, was fehlgeleitet wurde.',
  transaction: 'Transaktions-ID',
  transactionHint: 'Ihre Wallet oder Börse zeigt sie bei der Zahlung. Auch ein Link zu einem Explorer geht.',
  check: 'Prüfen',
  another: 'Weitere Transaktion prüfen',
  back: 'Zurück zur Rechnung',
  sandbox: 'Sandbox: ein Test. Senden Sie kein echtes Geld.',
  gone: 'Diese Rechnung gibt es nicht',
  goneText: 'Bitte prüfen Sie den Link oder fragen Sie den Shop.',
  trouble: 'Das hat nicht funktioniert. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  noTransaction: 'Das enthält keine Transaktions-ID: 64 Zeichen aus 0–9 und a–f.',
  tooMany: 'Zu viele Versuche. Bitte versuchen Sie es später noch einmal.',
  expired: 'Es ist zu viel Zeit vergangen. Bitte prüfen Sie die Transaktion erneut.',
  claimable: 'Ihre Zahlung ist sicher bei uns',
  claimableText:
    'Sie kam in einer anderen Währung oder ohne das Tag, das diese Rechnung erwartet; der Shop hat sie daher ' +
    'nicht. Sie können sie zurücksenden lassen.',
  unconfirmed: 'Wartet auf Bestätigungen',
  unconfirmedText:
    'Das Netzwerk hat sie {confirmations} von {required} Mal bestätigt. Bitte prüfen Sie in einigen Minuten ' +
    'erneut; nichts ist verloren.',
  failed: 'Die Transaktion blieb ohne Wirkung',
  failedText:
    'Das Netzwerk hat sie nicht ausgeführt; Ihr Geld hat Ihre Wallet nicht verlassen, bis auf eine Netzwerkgebühr.',
  short: 'Es wurde weniger als der offene Betrag gezahlt',
  shortText:
    'Die Zahlung ist dieser Rechnung gutgeschrieben, die auf den Rest oder die Entscheidung des Shops wartet. ' +
    'Bitte wenden Sie sich an den Shop.',
  late: 'Die Zahlung kam nach Ablauf der Frist',
  lateText:
    'Sie ist dieser Rechnung gutgeschrieben. Der Shop schließt die Bestellung ab oder erstattet Ihnen den ' +
    'Betrag. Bitte wenden Sie sich an den Shop.',
  otherCoin: 'Die Zahlung kam in einer anderen Währung',
  otherCoinText:
    'Sie ist dieser Rechnung gutgeschrieben. Der Shop entscheidet über eine Erstattung. Bitte wenden Sie sich ' +
    'an den Shop.',
  credited: 'Die Zahlung ist gutgeschrieben',
  creditedText:
    'Sie hat diese Rechnung erreicht; es gibt nichts zurückzuzahlen. Bei Fragen wenden Sie sich bitte an den Shop.',
  tooSmall: 'Die Zahlung ist zu klein',
  tooSmallText: 'Sie ist bei uns, aber nach Abzug der Gebühren bliebe nichts übrig.',
  unsupported: 'Diese Währung kann nicht automatisch zurückgezahlt werden',
  unsupportedText:
    'Wir haben ein Token erhalten, das wir nicht unterstützen. Unser Team wurde benachrichtigt; bitte wenden ' +
    'Sie sich auch an den Shop.',
  claimed: 'Diese Zahlung wird bereits zurückgefordert',
  claimedText: 'Jemand hat ihre Rückzahlung beantragt.',
  notOurs: 'Wir haben keine Zahlung zu dieser Rechnung gefunden',
  notOursText:
    'Die Transaktion ging an keine Adresse dieser Rechnung. Prüfen Sie die ID; wenn Sie erst vor Minuten ' +
    'gesendet haben, versuchen Sie es bald erneut.',
  unknownYet: 'Das können wir noch nicht sagen',
  unknownYetText:
    'Wir haben das Netzwerk noch nicht bis zum Ende gelesen. Bitte versuchen Sie es in einigen Minuten erneut.',
  amount: 'Erhaltener Betrag',
  fee: 'Gebühr ({rate})',
  youGet: 'Zurückgezahlt, etwa',
  claimTitle: 'Wohin sollen wir zahlen?',
  claimText:
    'Geben Sie eine Adresse Ihrer eigenen Wallet auf {network} an. Unser Team prüft jeden Antrag; die ' +
    'Netzwerkgebühr des Tages wird abgezogen.',
  address: '{network}-Adresse',
  tag: 'Destination-Tag',
  tagHint: 'Nur, wenn Ihre Börse eines verlangt.',
  email: 'E-Mail',
  emailHint: 'Für Nachrichten zu diesem Antrag.',
  send: 'Rückzahlung beantragen',
  badAddress: 'An diese Adresse können wir nicht senden.',
  badTag: 'Ein Destination-Tag ist eine ganze Zahl.',
  badEmail: 'Bitte geben Sie eine E-Mail-Adresse an.',
  gateClosed: 'Auf diesem Netzwerk können wir gerade nicht senden. Bitte versuchen Sie es später.',
  changed: 'Diese Zahlung kann jetzt nicht zurückgefordert werden. Bitte prüfen Sie die Transaktion erneut.',
  received: 'Antrag eingegangen',
  receivedText:
    'Wir prüfen das Netzwerk und entscheiden dann, meist innerhalb von zwei Werktagen. Wir schreiben an {email}.',
  checking: 'Wird im Netzwerk geprüft',
  review: 'Wartet auf unser Team',
  paying: 'Wird zurückgezahlt',
  done: 'Zurückgezahlt',
};
