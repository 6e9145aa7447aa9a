import type { ClaimWords } from './claim-words.ts';

export const it: ClaimWords = {
  title: 'Trova un pagamento',
  intro:
    'Ha pagato, ma il negozio non lo vede? Incolli l’ID della transazione. Le diciamo che cosa ne è stato e ' +
    'restituiamo ciò che è andato fuori strada.',
  transaction: 'ID della transazione',
  transactionHint: 'Il wallet o l’exchange lo mostra con il pagamento. Va bene anche un link a un explorer.',
  check: 'Controlla',
  another: 'Controlla un’altra transazione',
  back: 'Torna alla fattura',
  sandbox: 'Sandbox: una prova. Non invii denaro reale.',
  gone: 'Questa fattura non esiste',
  goneText: 'Controlli il link o chieda al negozio.',
  trouble: 'Non ha funzionato. Riprovi tra qualche minuto.',
  noTransaction: 'Qui non c’è un ID di transazione: 64 caratteri tra 0–9 e a–f.',
  tooMany: 'Troppi tentativi. Riprovi più tardi.',
  expired: 'È passato troppo tempo. Controlli di nuovo la transazione.',
  claimable: 'Il pagamento è al sicuro da noi',
  claimableText:
    'È arrivato in un’altra moneta o senza il tag che questa fattura aspetta, perciò il negozio non lo ha. Può ' +
    'farselo restituire.',
  unconfirmed: 'In attesa di conferme',
  unconfirmedText:
    'La rete lo ha confermato {confirmations} volte su {required}. Controlli di nuovo tra qualche minuto; ' +
    'nulla è perduto.',
  failed: 'La transazione non ha avuto effetto',
  failedText: 'La rete non l’ha eseguita: il denaro non ha lasciato il wallet, salvo una commissione di rete.',
  short: 'È stato pagato meno del dovuto',
  shortText:
    'Il pagamento è accreditato a questa fattura, che aspetta il resto o la decisione del negozio. Contatti il ' +
    'negozio.',
  late: 'Il pagamento è arrivato dopo la scadenza',
  lateText: 'È accreditato a questa fattura. Il negozio completa l’ordine o La rimborsa. Contatti il negozio.',
  otherCoin: 'Il pagamento è arrivato in un’altra moneta',
  otherCoinText: 'È accreditato a questa fattura. Il negozio decide se rimborsarlo. Contatti il negozio.',
  credited: 'Il pagamento è accreditato',
  creditedText: 'Ha raggiunto questa fattura, perciò non c’è nulla da restituire. Per domande contatti il negozio.',
  tooSmall: 'Il pagamento è troppo piccolo',
  tooSmallText: 'È da noi, ma le commissioni non ne lascerebbero nulla.',
  unsupported: 'Questa moneta non si può restituire automaticamente',
  unsupportedText:
    'Abbiamo ricevuto un token che non supportiamo. Il nostro team è informato; contatti anche il negozio.',
  claimed: 'Questo pagamento è già richiesto',
  claimedText: 'Qualcuno ne ha chiesto la restituzione.',
  notOurs: 'Non abbiamo trovato pagamenti per questa fattura',
  notOursText:
    'La transazione non ha pagato alcun indirizzo di questa fattura. Controlli l’ID; se l’ha inviata da pochi ' +
    'minuti, riprovi presto.',
  unknownYet: 'Non possiamo ancora dirlo',
  unknownYetText: 'Non abbiamo letto la rete fino in fondo. Riprovi tra qualche minuto.',
  amount: 'Importo ricevuto',
  fee: 'Commissione di recupero ({rate})',
  youGet: 'Restituito, circa',
  claimTitle: 'Dove dobbiamo inviarlo?',
  claimText:
    'Inserisca un indirizzo del proprio wallet su {network}. Il nostro team esamina ogni richiesta; si deduce ' +
    'la commissione di rete del giorno.',
  address: 'Indirizzo {network}',
  tag: 'Destination tag',
  tagHint: 'Solo se l’exchange ne chiede uno.',
  email: 'Email',
  emailHint: 'Per notizie su questa richiesta.',
  send: 'Richiedi questo pagamento',
  badAddress: 'Non possiamo inviare a questo indirizzo.',
  badTag: 'Un destination tag è un numero intero.',
  badEmail: 'Inserisca un indirizzo email.',
  gateClosed: 'Ora non possiamo inviare su questa rete. Riprovi più tardi.',
  changed: 'Questo pagamento non si può richiedere ora. Controlli di nuovo la transazione.',
  received: 'Richiesta ricevuta',
  receivedText: 'Controlliamo la rete e poi decidiamo, di solito entro due giorni lavorativi. Scriviamo a {email}.',
  checking: 'In verifica sulla rete',
  review: 'In attesa del nostro team',
  paying: 'In restituzione',
  done: 'Restituito',
};
