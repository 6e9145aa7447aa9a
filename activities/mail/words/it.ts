import { ACCESS_WORDS } from './access.ts';
import type { AccountWords } from './account-words.ts';
import { MONEY_WORDS } from './money.ts';
import { TEAM_WORDS } from './team.ts';
import { VERIFICATION_WORDS } from './verification.ts';
import { WITHDRAWAL_WORDS } from './withdrawals.ts';

const unknown = 'Se non è stato Lei, reimposti subito la password e contatti la nostra assistenza.';
const ignore = "Se non l'ha richiesto, ignori questa email: senza il codice non succede nulla.";

export const it: AccountWords = {
  codeHint: 'Il codice vale 10 minuti e una sola volta. Non lo chiediamo mai per telefono o per email.',
  labels: { browser: 'Browser', ip: 'Indirizzo IP', time: 'Ora', inviter: 'Invitato da', company: 'Team' },
  footer: 'Questa email è stata inviata da Tidegate in relazione al Suo account.',
  mails: {
    ...VERIFICATION_WORDS.it,
    ...MONEY_WORDS.it,
    ...WITHDRAWAL_WORDS.it,
    ...ACCESS_WORDS.it,
    ...TEAM_WORDS.it,
    sign_up_code: {
      subject: 'Confermi il Suo indirizzo email',
      heading: 'Confermi il Suo indirizzo email',
      paragraphs: ['Inserisca questo codice per completare la registrazione.', ignore],
    },
    already_registered: {
      subject: 'Ha già un account',
      heading: 'Ha già un account',
      paragraphs: [
        "Qualcuno ha chiesto un account con questo indirizzo email, ma ne esiste già uno. Acceda con quello, oppure reimposti la password se l'ha dimenticata.",
        'Se non è stato Lei, non deve fare nulla.',
      ],
    },
    verify_email_code: {
      subject: 'Confermi il Suo indirizzo email',
      heading: 'Confermi il Suo indirizzo email',
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
      paragraphs: [
        "Inserisca questo codice nel browser in cui l'ha richiesto, oppure scelga una nuova password con il link. Il link funziona una volta sola, per un giorno.",
        ignore,
      ],
      link: 'Scegli una nuova password',
    },
    password_changed: {
      subject: 'La Sua password è stata cambiata',
      heading: 'La Sua password è stata cambiata',
      paragraphs: ['Tutti gli altri browser sono stati disconnessi.', unknown],
    },
    email_code: {
      subject: 'Confermi il cambio del Suo indirizzo email',
      heading: 'Confermi il cambio del Suo indirizzo email',
      paragraphs: [
        "L'indirizzo del Suo account sta per diventare {email}. Il cambio richiede i codici inviati a entrambi gli indirizzi.",
        ignore,
      ],
    },
    email_changed: {
      subject: 'Il Suo indirizzo email è stato cambiato',
      heading: 'Il Suo indirizzo email è stato cambiato',
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
        "Il Suo account è contrassegnato per l'eliminazione e la nostra assistenza la completerà. Fino ad allora può ancora ritirare la richiesta: scriva alla nostra assistenza. Dopo non si può annullare.",
        'Se non è stato nessuno del Suo team, contatti subito la nostra assistenza.',
      ],
    },
    deletion_withdrawn: {
      subject: 'Il Suo account resta attivo',
      heading: 'Il Suo account non sarà eliminato',
      paragraphs: ['La richiesta di eliminare il Suo account è stata ritirata. Può accedere come prima.', unknown],
    },
    account_deleted: {
      subject: 'Il Suo account è stato eliminato',
      heading: 'Il Suo account è stato eliminato',
      paragraphs: [
        'Il Suo account è stato eliminato e non può essere ripristinato. Abbiamo cancellato i Suoi dati di accesso e i dati personali del Suo team.',
        'Conserviamo ciò che la legge ci obbliga a conservare, come registrazioni contabili, fatture e i documenti della Sua verifica.',
      ],
    },
    team_invited: {
      subject: 'È invitato in un team',
      heading: 'È invitato in un team',
      paragraphs: [
        'È stato invitato in un team su Tidegate, come {role}. I nomi qui sotto sono quelli scritti dal mittente; Tidegate non li ha verificati.',
        'Il link si apre una sola volta e per 7 giorni. Se non sa chi sia, ignori questa email.',
      ],
      link: 'Accetta l’invito',
    },
    team_role_changed: {
      subject: 'Il Suo ruolo è cambiato',
      heading: 'Il Suo ruolo è cambiato',
      paragraphs: [
        'Nel team di {company} ora è {role}. La Sua sessione è stata chiusa; al prossimo accesso potrà fare altre cose.',
        'Domande? Chieda a un admin del Suo team.',
      ],
    },
    team_blocked: {
      subject: 'Il Suo accesso è stato bloccato',
      heading: 'Il Suo accesso è stato bloccato',
      paragraphs: [
        'Un admin ha bloccato il Suo accesso all’account di {company}. Tutte le Sue sessioni sono state chiuse.',
        'Domande? Chieda a un admin del Suo team.',
      ],
    },
    team_activated: {
      subject: 'Il Suo accesso è di nuovo aperto',
      heading: 'Il Suo accesso è di nuovo aperto',
      paragraphs: ['Un admin ha sbloccato il Suo accesso all’account di {company}. Può accedere come prima.'],
    },
    team_two_fa_reset: {
      subject: 'La Sua autenticazione a due fattori è stata azzerata',
      heading: 'La Sua autenticazione a due fattori è stata azzerata',
      paragraphs: [
        'Un admin di {company} ha disattivato la Sua autenticazione a due fattori e tutte le Sue sessioni sono state chiuse. Acceda con la password e la riattivi nelle impostazioni.',
        'Se non l’ha chiesto, parli subito con il Suo admin.',
      ],
    },
    team_removed: {
      subject: 'È stato rimosso da un team',
      heading: 'È stato rimosso da un team',
      paragraphs: ['Un admin ha tolto il Suo accesso al team di {company}. Non può più accedere con questo indirizzo.'],
    },
    scheduled_report: {
      subject: 'Il tuo report programmato {report}',
      heading: 'Il tuo report programmato è pronto',
      paragraphs: [
        'Il report {report} per {days} può essere scaricato. Il link richiede l’accesso; solo le persone del tuo team possono aprirlo.',
        'Ricevi questa email perché il report è stato programmato per te. Per interromperlo, apri {stop}',
      ],
      link: 'Scarica il report',
    },
    report_ready: {
      subject: 'Il Suo rapporto {report}',
      heading: 'Il Suo rapporto è pronto',
      paragraphs: [
        'Il rapporto {report} può essere scaricato. Il link chiede di accedere; solo le persone del Suo team possono aprirlo.',
      ],
      link: 'Scarica il rapporto',
    },
  },
};
