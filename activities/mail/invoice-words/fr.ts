import type { InvoiceWords } from './invoice-words.ts';

export const fr: InvoiceWords = {
  labels: {
    reference: 'Référence',
    total: 'Total',
    due: 'Montant dû',
    received: 'Reçu',
    network: 'Réseau',
    transaction: 'Transaction',
    invoice: 'Facture',
    payer: 'Payeur',
  },
  sandbox: 'Ceci est un test : aucun argent réel n’a été transféré.',
  payer: {
    paid: {
      subject: 'Votre paiement à {merchant} est terminé',
      heading: 'Votre paiement est terminé',
      paragraphs: ['{merchant} en est informé.'],
      link: 'Voir le reçu',
    },
    partly_paid: {
      subject: 'Il manque une partie de votre paiement à {merchant}',
      heading: 'Il manque encore {missing}',
      paragraphs: [
        '{paid} sur {due} sont arrivés.',
        'Vous pouvez envoyer le reste jusqu’au {until}, à l’adresse indiquée sur la page de la facture.',
      ],
      link: 'Payer le reste',
    },
    paid_late: {
      subject: 'Votre paiement à {merchant} est arrivé en retard',
      heading: 'Votre paiement est arrivé en retard',
      paragraphs: [
        'Il est arrivé, ou a été confirmé, après la fin du délai de cette facture. Votre argent est en sécurité : {merchant} en est informé et honorera la commande ou vous remboursera.',
        'Merci de ne pas payer une seconde fois.',
      ],
      link: 'Voir la facture',
    },
    ask: 'Des questions sur votre commande ? Adressez-vous à {merchant}.',
    askAt: 'Des questions sur votre commande ? Écrivez à {email}.',
    sentFor: 'Cet e-mail a été envoyé par Tidegate, qui traite les paiements pour {merchant}.',
  },
  merchant: {
    'invoice.done': {
      subject: 'Payée : {invoice}, {total}',
      heading: 'Une facture est payée',
      paragraphs: ['Le montant est crédité sur votre solde.'],
    },
    'invoice.overpaid': {
      subject: 'Payée en trop : {invoice}, {total}',
      heading: 'Une facture est payée, avec {excess} de trop',
      paragraphs: ['Vous pouvez expédier. Le payeur peut vous demander de lui renvoyer le surplus.'],
    },
    'invoice.partially_paid': {
      subject: 'Payée en partie : {invoice}, {total}',
      heading: 'Une facture est payée en partie',
      paragraphs: ['{paid} sur {due} sont arrivés. Le payeur peut envoyer le reste jusqu’au {until}.'],
    },
    'invoice.expired': {
      subject: 'Expirée : {invoice}, {total}',
      heading: 'Une facture a expiré',
      paragraphs: ['Aucun paiement n’a été confirmé à temps.'],
    },
    'invoice.expired_paid': {
      subject: 'À décider : {invoice} a été payée en retard',
      heading: 'Une facture a été payée en retard',
      paragraphs: [
        '{paid} sont arrivés ou ont été confirmés trop tard. Veuillez valider la facture ou rembourser l’argent.',
      ],
    },
    'invoice.invalid': {
      subject: 'À décider : {invoice} n’a pas été payée en entier',
      heading: 'Une facture n’a pas été payée en entier',
      paragraphs: ['{paid} sur {due} sont arrivés. Veuillez valider la facture ou rembourser l’argent.'],
    },
    'invoice.error': {
      subject: 'Attendez avec {invoice} : son paiement pose problème',
      heading: 'Le paiement d’une facture pose problème',
      paragraphs: ['N’expédiez rien avant que ce soit réglé. Notre support en est informé.'],
    },
    link: 'Ouvrir la facture',
    why: 'Cet e-mail a été envoyé en raison des notifications par e-mail du profil {profile}. Vous les choisissez sous Intégration, Profil.',
  },
};
