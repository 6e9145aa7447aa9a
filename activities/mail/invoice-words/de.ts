import type { InvoiceWords } from './invoice-words.ts';

export const de: InvoiceWords = {
  labels: {
    reference: 'Kennung',
    total: 'Gesamt',
    due: 'Zu zahlen',
    received: 'Erhalten',
    network: 'Netzwerk',
    transaction: 'Transaktion',
    invoice: 'Rechnung',
    payer: 'Zahler',
  },
  sandbox: 'Das ist ein Test: Es wurde kein echtes Geld bewegt.',
  payer: {
    paid: {
      subject: 'Ihre Zahlung an {merchant} ist abgeschlossen',
      heading: 'Ihre Zahlung ist abgeschlossen',
      paragraphs: ['{merchant} ist informiert.'],
      link: 'Beleg ansehen',
    },
    partly_paid: {
      subject: 'Ein Teil Ihrer Zahlung an {merchant} fehlt',
      heading: 'Es fehlen noch {missing}',
      paragraphs: [
        '{paid} von {due} sind angekommen.',
        'Sie können den Rest bis {until} an die Adresse auf der Rechnungsseite senden.',
      ],
      link: 'Rest bezahlen',
    },
    paid_late: {
      subject: 'Ihre Zahlung an {merchant} kam zu spät',
      heading: 'Ihre Zahlung kam zu spät',
      paragraphs: [
        'Sie kam an oder wurde bestätigt, als die Zeit für diese Rechnung abgelaufen war. Ihr Geld ist sicher: {merchant} ist informiert und wird die Bestellung ausführen oder den Betrag erstatten.',
        'Bitte bezahlen Sie nicht noch einmal.',
      ],
      link: 'Rechnung ansehen',
    },
    ask: 'Fragen zu Ihrer Bestellung? Bitte wenden Sie sich an {merchant}.',
    askAt: 'Fragen zu Ihrer Bestellung? Bitte schreiben Sie an {email}.',
    sentFor: 'Diese E-Mail wurde von Tidegate gesendet, das Zahlungen für {merchant} abwickelt.',
  },
  merchant: {
    'invoice.done': {
      subject: 'Bezahlt: {invoice}, {total}',
      heading: 'Eine Rechnung ist bezahlt',
      paragraphs: ['Der Betrag ist Ihrem Guthaben gutgeschrieben.'],
    },
    'invoice.overpaid': {
      subject: 'Zu viel bezahlt: {invoice}, {total}',
      heading: 'Eine Rechnung ist bezahlt, mit {excess} zu viel',
      paragraphs: ['Sie können liefern. Der Zahler kann Sie bitten, den Überschuss zurückzusenden.'],
    },
    'invoice.partially_paid': {
      subject: 'Teilweise bezahlt: {invoice}, {total}',
      heading: 'Ein Teil einer Rechnung ist bezahlt',
      paragraphs: ['{paid} von {due} sind angekommen. Der Zahler kann den Rest bis {until} senden.'],
    },
    'invoice.expired': {
      subject: 'Abgelaufen: {invoice}, {total}',
      heading: 'Eine Rechnung ist abgelaufen',
      paragraphs: ['Rechtzeitig wurde keine Zahlung bestätigt.'],
    },
    'invoice.expired_paid': {
      subject: 'Bitte entscheiden: {invoice} wurde zu spät bezahlt',
      heading: 'Eine Rechnung wurde zu spät bezahlt',
      paragraphs: [
        '{paid} kamen zu spät an oder wurden zu spät bestätigt. Bitte schließen Sie die Rechnung ab oder erstatten Sie das Geld.',
      ],
    },
    'invoice.invalid': {
      subject: 'Bitte entscheiden: {invoice} wurde nicht ganz bezahlt',
      heading: 'Eine Rechnung wurde nicht ganz bezahlt',
      paragraphs: [
        '{paid} von {due} sind angekommen. Bitte schließen Sie die Rechnung ab oder erstatten Sie das Geld.',
      ],
    },
    'invoice.error': {
      subject: 'Bitte warten Sie mit {invoice}: Die Zahlung hat ein Problem',
      heading: 'Die Zahlung einer Rechnung hat ein Problem',
      paragraphs: ['Bitte liefern Sie nicht, bevor es gelöst ist. Unser Support ist informiert.'],
    },
    link: 'Rechnung öffnen',
    why: 'Diese E-Mail kam wegen der E-Mail-Benachrichtigungen des Profils {profile}. Sie wählen sie unter Integration, Profil.',
  },
};
