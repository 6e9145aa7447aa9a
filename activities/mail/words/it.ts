import type { AccountWords } from './account-words.ts';

const unknown = 'Se non è stato Lei, reimposti subito la password e contatti la nostra assistenza.';
const ignore = "Se non l'ha richiesto, ignori questa e-mail: senza il codice non succede nulla.";

export const it: AccountWords = {
  codeHint: 'Il codice vale 10 minuti e una sola volta. Non lo chiediamo mai per telefono o per e-mail.',
  labels: { browser: 'Browser', ip: 'Indirizzo IP', time: 'Ora' },
  footer: 'Questa e-mail è stata inviata da Tidegate in relazione al Suo account.',
  mails: {
    sign_up_code: {
      subject: 'Confermi il Suo indirizzo e-mail',
      heading: 'Confermi il Suo indirizzo e-mail',
      paragraphs: ['Inserisca questo codice per completare la registrazione.', ignore],
    },
    already_registered: {
      subject: 'Ha già un account',
      heading: 'Ha già un account',
      paragraphs: [
        "Qualcuno ha chiesto un account con questo indirizzo e-mail, ma ne esiste già uno. Acceda con quello, oppure reimposti la password se l'ha dimenticata.",
        'Se non è stato Lei, non deve fare nulla.',
      ],
    },
    verify_email_code: {
      subject: 'Confermi il Suo indirizzo e-mail',
      heading: 'Confermi il Suo indirizzo e-mail',
      paragraphs: ['Inserisca questo codice per confermare che questa casella è Sua.', ignore],
    },
    first_password: {
      subject: 'Imposti la Sua password',
      heading: 'Abbiamo ricevuto la Sua richiesta',
      paragraphs: [
        'Imposti la prima password per aprire il Suo account. Il link funziona una volta sola, per 7 giorni.',
      ],
      link: 'Imposta la password',
    },
    new_device_code: {
      subject: 'Confermi il nuovo dispositivo',
      heading: 'Confermi il nuovo dispositivo',
      paragraphs: [
        'Qualcuno accede con la Sua password da un browser che non conosciamo. Inserisca questo codice se è Lei.',
        unknown,
      ],
    },
    signed_in: {
      subject: 'Nuovo accesso al Suo account',
      heading: 'Nuovo accesso al Suo account',
      paragraphs: [unknown],
    },
    reset_code: {
      subject: 'Reimposti la password',
      heading: 'Reimposti la password',
      paragraphs: ['Inserisca questo codice per scegliere una nuova password.', ignore],
    },
    password_changed: {
      subject: 'La Sua password è stata cambiata',
      heading: 'La Sua password è stata cambiata',
      paragraphs: ['Tutti gli altri browser sono stati disconnessi.', unknown],
    },
    email_code: {
      subject: 'Confermi il cambio del Suo indirizzo e-mail',
      heading: 'Confermi il cambio del Suo indirizzo e-mail',
      paragraphs: [
        "L'indirizzo del Suo account sta per diventare {email}. Il cambio richiede i codici inviati a entrambi gli indirizzi.",
        ignore,
      ],
    },
    email_changed: {
      subject: 'Il Suo indirizzo e-mail è stato cambiato',
      heading: 'Il Suo indirizzo e-mail è stato cambiato',
      paragraphs: [
        "L'indirizzo del Suo account è ora {email}.",
        'Se non è stato Lei, contatti subito la nostra assistenza.',
      ],
    },
    two_fa_code: {
      subject: "Attivare l'autenticazione a due fattori",
      heading: "Attivare l'autenticazione a due fattori",
      paragraphs: ['Inserisca questo codice insieme a quello della Sua app di autenticazione.', ignore],
    },
    two_fa_enabled: {
      subject: "L'autenticazione a due fattori è attiva",
      heading: "L'autenticazione a due fattori è attiva",
      paragraphs: [
        "D'ora in poi per accedere serve un codice della Sua app di autenticazione. Conservi i codici di recupero in un luogo sicuro.",
        unknown,
      ],
    },
    two_fa_disabled: {
      subject: "L'autenticazione a due fattori è disattivata",
      heading: "L'autenticazione a due fattori è disattivata",
      paragraphs: ['Ora per accedere basta la password.', unknown],
    },
    recovery_code_used: {
      subject: 'È stato usato un codice di recupero',
      heading: 'È stato usato un codice di recupero',
      paragraphs: [
        'Un codice di recupero ha sostituito la Sua app di autenticazione. Non funziona una seconda volta.',
        unknown,
      ],
    },
    deletion_requested: {
      subject: 'Il Suo account sarà eliminato',
      heading: 'Il Suo account sarà eliminato',
      paragraphs: [
        "Il Suo account è contrassegnato per l'eliminazione e la nostra assistenza la completerà. Non si può annullare.",
        unknown,
      ],
    },
  },
};
