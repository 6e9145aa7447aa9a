import type { InvoiceWords } from './invoice-words.ts';

export const it: InvoiceWords = {
  labels: {
    reference: 'Riferimento',
    total: 'Totale',
    due: 'Importo dovuto',
    received: 'Ricevuto',
    network: 'Rete',
    transaction: 'Transazione',
    invoice: 'Fattura',
    payer: 'Pagatore',
  },
  sandbox: 'Questa è una prova: non è stato mosso denaro vero.',
  payer: {
    paid: {
      subject: 'Il pagamento a {merchant} è completo',
      heading: 'Il pagamento è completo',
      paragraphs: ['{merchant} è stato avvisato.'],
      link: 'Vedi la ricevuta',
    },
    partly_paid: {
      subject: 'Manca una parte del pagamento a {merchant}',
      heading: 'Mancano ancora {missing}',
      paragraphs: [
        'Sono arrivati {paid} su {due}.',
        'Il resto si può inviare fino al {until}, all’indirizzo sulla pagina della fattura.',
      ],
      link: 'Paga il resto',
    },
    paid_late: {
      subject: 'Il pagamento a {merchant} è arrivato in ritardo',
      heading: 'Il pagamento è arrivato in ritardo',
      paragraphs: [
        'È arrivato, o è stato confermato, quando il tempo per questa fattura era scaduto. Il denaro è al sicuro: {merchant} è stato avvisato e completerà l’ordine oppure lo rimborserà.',
        'Per favore, non pagare di nuovo.',
      ],
      link: 'Vedi la fattura',
    },
    ask: 'Domande sull’ordine? Rivolgiti a {merchant}.',
    askAt: 'Domande sull’ordine? Scrivi a {email}.',
    sentFor: 'Questa email è stata inviata da Tidegate, che gestisce i pagamenti per {merchant}.',
  },
  merchant: {
    'invoice.done': {
      subject: 'Pagata: {invoice}, {total}',
      heading: 'Una fattura è pagata',
      paragraphs: ['L’importo è accreditato sul Suo saldo.'],
    },
    'invoice.overpaid': {
      subject: 'Pagata in eccesso: {invoice}, {total}',
      heading: 'Una fattura è pagata, con {excess} in più',
      paragraphs: ['Può spedire. Il pagatore può chiederLe di restituire l’eccedenza.'],
    },
    'invoice.partially_paid': {
      subject: 'Pagata in parte: {invoice}, {total}',
      heading: 'Una fattura è pagata in parte',
      paragraphs: ['Sono arrivati {paid} su {due}. Il pagatore può inviare il resto fino al {until}.'],
    },
    'invoice.expired': {
      subject: 'Scaduta: {invoice}, {total}',
      heading: 'Una fattura è scaduta',
      paragraphs: ['Nessun pagamento è stato confermato in tempo.'],
    },
    'invoice.expired_paid': {
      subject: 'Da decidere: {invoice} è stata pagata in ritardo',
      heading: 'Una fattura è stata pagata in ritardo',
      paragraphs: [
        '{paid} sono arrivati o sono stati confermati troppo tardi. Completi la fattura o rimborsi il denaro.',
      ],
    },
    'invoice.invalid': {
      subject: 'Da decidere: {invoice} non è stata pagata per intero',
      heading: 'Una fattura non è stata pagata per intero',
      paragraphs: ['Sono arrivati {paid} su {due}. Completi la fattura o rimborsi il denaro.'],
    },
    'invoice.error': {
      subject: 'Attenda con {invoice}: il pagamento ha un problema',
      heading: 'Il pagamento di una fattura ha un problema',
      paragraphs: ['Non spedisca finché non è risolto. La nostra assistenza è stata avvisata.'],
    },
    link: 'Apri la fattura',
    why: 'Questa email è stata inviata per le notifiche email del profilo {profile}. Si scelgono in Integrazione, Profilo.',
  },
};
