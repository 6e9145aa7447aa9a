import type { ClaimWords } from './claim-words.ts';

export const fr: ClaimWords = {
  title: 'Retrouver un paiement',
  intro:
    'Vous avez payé, mais la boutique ne le voit pas ? Collez l’identifiant de votre transaction. Nous vous ' +
    'disons ce qu’elle est devenue et remboursons ce qui s’est égaré.',
  transaction: 'Identifiant de la transaction',
  transactionHint:
    'Votre portefeuille ou votre plateforme l’affiche avec le paiement. Un lien vers un explorateur convient aussi.',
  check: 'Vérifier',
  another: 'Vérifier une autre transaction',
  back: 'Retour à la facture',
  sandbox: 'Sandbox : un test. N’envoyez pas d’argent réel.',
  gone: 'Cette facture n’existe pas',
  goneText: 'Vérifiez le lien ou demandez à la boutique.',
  trouble: 'Cela n’a pas fonctionné. Réessayez dans quelques minutes.',
  noTransaction: 'Aucun identifiant de transaction ici : 64 caractères de 0–9 et a–f.',
  tooMany: 'Trop de tentatives. Réessayez plus tard.',
  expired: 'Trop de temps s’est écoulé. Vérifiez de nouveau la transaction.',
  claimable: 'Votre paiement est en sécurité chez nous',
  claimableText:
    'Il est arrivé dans une autre monnaie ou sans le tag attendu par cette facture ; la boutique ne l’a donc ' +
    'pas. Vous pouvez demander son renvoi.',
  unconfirmed: 'En attente de confirmations',
  unconfirmedText:
    'Le réseau l’a confirmé {confirmations} fois sur {required}. Vérifiez de nouveau dans quelques minutes ; ' +
    'rien n’est perdu.',
  failed: 'La transaction est restée sans effet',
  failedText:
    'Le réseau ne l’a pas exécutée : votre argent n’a pas quitté votre portefeuille, hormis des frais de réseau.',
  short: 'Le montant payé est insuffisant',
  shortText:
    'Le paiement est crédité à cette facture, qui attend le reste ou la décision de la boutique. Contactez la ' +
    'boutique.',
  late: 'Le paiement est arrivé après l’échéance',
  lateText: 'Il est crédité à cette facture. La boutique valide la commande ou vous rembourse. Contactez la boutique.',
  otherCoin: 'Le paiement est arrivé dans une autre monnaie',
  otherCoinText: 'Il est crédité à cette facture. La boutique décide d’un remboursement. Contactez la boutique.',
  credited: 'Le paiement est crédité',
  creditedText: 'Il a atteint cette facture : il n’y a rien à renvoyer. Pour toute question, contactez la boutique.',
  tooSmall: 'Le paiement est trop petit',
  tooSmallText: 'Il est chez nous, mais les frais n’en laisseraient rien.',
  unsupported: 'Cette monnaie ne peut pas être renvoyée automatiquement',
  unsupportedText:
    'Nous avons reçu un jeton que nous ne prenons pas en charge. Notre équipe est informée ; contactez aussi ' +
    'la boutique.',
  claimed: 'Ce paiement est déjà réclamé',
  claimedText: 'Quelqu’un a demandé son renvoi.',
  notOurs: 'Nous n’avons trouvé aucun paiement de cette facture',
  notOursText:
    'La transaction n’a payé aucune adresse de cette facture. Vérifiez l’identifiant ; si vous l’avez envoyée ' +
    'il y a quelques minutes, réessayez bientôt.',
  unknownYet: 'Nous ne pouvons pas encore le dire',
  unknownYetText: 'Nous n’avons pas lu le réseau jusqu’au bout. Réessayez dans quelques minutes.',
  amount: 'Montant reçu',
  fee: 'Frais de récupération ({rate})',
  youGet: 'Renvoyé, environ',
  claimTitle: 'Où devons-nous l’envoyer ?',
  claimText:
    'Indiquez une adresse de votre propre portefeuille sur {network}. Notre équipe examine chaque demande ; ' +
    'les frais de réseau du jour sont déduits.',
  address: 'Adresse {network}',
  tag: 'Tag de destination',
  tagHint: 'Seulement si votre plateforme en demande un.',
  email: 'E-mail',
  emailHint: 'Pour les nouvelles de cette demande.',
  send: 'Réclamer ce paiement',
  badAddress: 'Nous ne pouvons pas envoyer à cette adresse.',
  badTag: 'Un tag de destination est un nombre entier.',
  badEmail: 'Indiquez une adresse e-mail.',
  gateClosed: 'Nous ne pouvons pas envoyer sur ce réseau pour le moment. Réessayez plus tard.',
  changed: 'Ce paiement ne peut pas être réclamé maintenant. Vérifiez de nouveau la transaction.',
  received: 'Demande reçue',
  receivedText: 'Nous vérifions le réseau puis décidons, en général sous deux jours ouvrés. Nous écrivons à {email}.',
  checking: 'En cours de vérification sur le réseau',
  review: 'En attente de notre équipe',
  paying: 'Renvoi en cours',
  done: 'Renvoyé',
};
