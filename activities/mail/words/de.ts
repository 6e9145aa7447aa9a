import { ACCESS_WORDS } from './access.ts';
import type { AccountWords } from './account-words.ts';
import { MONEY_WORDS } from './money.ts';
import { TEAM_WORDS } from './team.ts';
import { VERIFICATION_WORDS } from './verification.ts';
import { WITHDRAWAL_WORDS } from './withdrawals.ts';

const unknown =
  'Waren Sie das nicht? Dann setzen Sie sofort Ihr Passwort zurück und wenden Sie sich an unseren Support.';
const ignore = 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Code geschieht nichts.';

export const de: AccountWords = {
  codeHint: 'Der Code gilt 10 Minuten und nur einmal. Wir fragen nie per Telefon oder E-Mail danach.',
  labels: { browser: 'Browser', ip: 'IP-Adresse', time: 'Zeit', inviter: 'Eingeladen von', company: 'Team' },
  footer: 'Diese E-Mail wurde von Tidegate wegen Ihres Kontos gesendet.',
  mails: {
    ...VERIFICATION_WORDS.de,
    ...MONEY_WORDS.de,
    ...WITHDRAWAL_WORDS.de,
    ...ACCESS_WORDS.de,
    ...TEAM_WORDS.de,
    sign_up_code: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: ['Geben Sie diesen Code ein, um die Registrierung abzuschließen.', ignore],
    },
    already_registered: {
      subject: 'Sie haben bereits ein Konto',
      heading: 'Sie haben bereits ein Konto',
      paragraphs: [
        'Jemand wollte mit dieser E-Mail-Adresse ein Konto anlegen, aber es gibt schon eines. Melden Sie sich damit an, oder setzen Sie Ihr Passwort zurück, wenn Sie es vergessen haben.',
        'Wenn Sie das nicht waren, müssen Sie nichts tun.',
      ],
    },
    verify_email_code: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: ['Geben Sie diesen Code ein, um zu bestätigen, dass dieses Postfach Ihnen gehört.', ignore],
    },
    first_password: {
      subject: 'Legen Sie Ihr Passwort fest',
      heading: 'Ihr Antrag ist eingegangen',
      paragraphs: ['Legen Sie Ihr erstes Passwort fest, um Ihr Konto zu öffnen. Der Link gilt einmal und 7 Tage lang.'],
      link: 'Passwort festlegen',
    },
    new_device_code: {
      subject: 'Bestätigen Sie Ihr neues Gerät',
      heading: 'Bestätigen Sie Ihr neues Gerät',
      paragraphs: [
        'Jemand meldet sich mit Ihrem Passwort in einem Browser an, den wir nicht kennen. Geben Sie diesen Code ein, wenn Sie es sind.',
        unknown,
      ],
    },
    signed_in: {
      subject: 'Neue Anmeldung in Ihrem Konto',
      heading: 'Neue Anmeldung in Ihrem Konto',
      paragraphs: [unknown],
    },
    reset_code: {
      subject: 'Setzen Sie Ihr Passwort zurück',
      heading: 'Setzen Sie Ihr Passwort zurück',
      paragraphs: [
        'Geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben, oder wählen Sie über den Link ein neues Passwort. Der Link gilt einmal und einen Tag lang.',
        ignore,
      ],
      link: 'Neues Passwort wählen',
    },
    password_changed: {
      subject: 'Ihr Passwort wurde geändert',
      heading: 'Ihr Passwort wurde geändert',
      paragraphs: ['Alle anderen Browser wurden abgemeldet.', unknown],
    },
    email_code: {
      subject: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
      heading: 'Bestätigen Sie die Änderung Ihrer E-Mail-Adresse',
      paragraphs: [
        'Die Adresse Ihres Kontos soll künftig {email} lauten. Die Änderung braucht die Codes, die an beide Adressen gingen.',
        ignore,
      ],
    },
    email_changed: {
      subject: 'Ihre E-Mail-Adresse wurde geändert',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        'Die Adresse Ihres Kontos lautet jetzt {email}.',
        'Waren Sie das nicht? Dann wenden Sie sich sofort an unseren Support.',
      ],
    },
    two_fa_code: {
      subject: 'Zwei-Faktor-Authentifizierung einschalten',
      heading: 'Zwei-Faktor-Authentifizierung einschalten',
      paragraphs: ['Geben Sie diesen Code zusammen mit dem Ihrer Authentifizierungs-App ein.', ignore],
    },
    two_fa_enabled: {
      subject: 'Zwei-Faktor-Authentifizierung ist eingeschaltet',
      heading: 'Zwei-Faktor-Authentifizierung ist eingeschaltet',
      paragraphs: [
        'Zur Anmeldung brauchen Sie ab jetzt einen Code Ihrer Authentifizierungs-App. Bewahren Sie die Wiederherstellungscodes sicher auf.',
        unknown,
      ],
    },
    two_fa_disabled: {
      subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
      heading: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
      paragraphs: ['Zur Anmeldung genügt jetzt Ihr Passwort.', unknown],
    },
    recovery_code_used: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      heading: 'Ein Wiederherstellungscode wurde benutzt',
      paragraphs: [
        'Ein Wiederherstellungscode hat Ihre Authentifizierungs-App ersetzt. Er gilt kein zweites Mal.',
        unknown,
      ],
    },
    deletion_requested: {
      subject: 'Ihr Konto wird gelöscht',
      heading: 'Ihr Konto wird gelöscht',
      paragraphs: [
        'Ihr Konto ist zur Löschung vorgemerkt; unser Support schließt sie ab. Bis dahin können Sie sie noch zurücknehmen: Schreiben Sie unserem Support. Danach lässt sie sich nicht rückgängig machen.',
        'Wenn das niemand aus Ihrem Team war, melden Sie sich sofort bei unserem Support.',
      ],
    },
    deletion_withdrawn: {
      subject: 'Sie behalten Ihr Konto',
      heading: 'Ihr Konto wird nicht gelöscht',
      paragraphs: [
        'Der Antrag, Ihr Konto zu löschen, wurde zurückgenommen. Sie können sich wie bisher anmelden.',
        unknown,
      ],
    },
    account_deleted: {
      subject: 'Ihr Konto wurde gelöscht',
      heading: 'Ihr Konto wurde gelöscht',
      paragraphs: [
        'Ihr Konto wurde gelöscht und lässt sich nicht wiederherstellen. Ihre Anmeldedaten und die persönlichen Daten Ihres Teams sind entfernt.',
        'Wir bewahren auf, wozu uns das Gesetz verpflichtet, etwa Buchungen, Rechnungen und die Unterlagen Ihrer Verifizierung.',
      ],
    },
    team_invited: {
      subject: 'Sie sind in ein Team eingeladen',
      heading: 'Sie sind in ein Team eingeladen',
      paragraphs: [
        'Sie wurden in ein Team bei Tidegate eingeladen, als {role}. Die Namen unten hat der Absender eingegeben; Tidegate hat sie nicht geprüft.',
        'Der Link öffnet einmal und 7 Tage lang. Wenn Sie nicht wissen, wer das ist, ignorieren Sie diese E-Mail.',
      ],
      link: 'Einladung annehmen',
    },
    team_role_changed: {
      subject: 'Ihre Rolle wurde geändert',
      heading: 'Ihre Rolle wurde geändert',
      paragraphs: [
        'Im Team von {company} sind Sie jetzt {role}. Sie wurden abgemeldet; nach der nächsten Anmeldung dürfen Sie anderes als vorher.',
        'Fragen? Wenden Sie sich an einen Admin Ihres Teams.',
      ],
    },
    team_blocked: {
      subject: 'Ihr Zugang wurde gesperrt',
      heading: 'Ihr Zugang wurde gesperrt',
      paragraphs: [
        'Ein Admin hat Ihren Zugang zum Konto von {company} gesperrt. Sie wurden überall abgemeldet.',
        'Fragen? Wenden Sie sich an einen Admin Ihres Teams.',
      ],
    },
    team_activated: {
      subject: 'Ihr Zugang ist wieder offen',
      heading: 'Ihr Zugang ist wieder offen',
      paragraphs: ['Ein Admin hat Ihren Zugang zum Konto von {company} entsperrt. Sie können sich wie zuvor anmelden.'],
    },
    team_two_fa_reset: {
      subject: 'Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
      heading: 'Ihre Zwei-Faktor-Authentifizierung wurde zurückgesetzt',
      paragraphs: [
        'Ein Admin von {company} hat Ihre Zwei-Faktor-Authentifizierung ausgeschaltet, und Sie wurden überall abgemeldet. Melden Sie sich mit Ihrem Passwort an und schalten Sie sie in Ihren Einstellungen wieder ein.',
        'Wenn Sie nicht darum gebeten haben, sprechen Sie sofort mit Ihrem Admin.',
      ],
    },
    team_removed: {
      subject: 'Sie wurden aus einem Team entfernt',
      heading: 'Sie wurden aus einem Team entfernt',
      paragraphs: [
        'Ein Admin hat Sie aus dem Team von {company} entfernt. Mit dieser Adresse können Sie sich nicht mehr anmelden.',
      ],
    },
    scheduled_report: {
      subject: 'Ihr geplanter Bericht {report}',
      heading: 'Ihr geplanter Bericht ist bereit',
      paragraphs: [
        'Der Bericht {report} für {days} kann heruntergeladen werden. Der Link verlangt eine Anmeldung; nur Personen Ihres Teams können ihn öffnen.',
        'Sie erhalten diese E-Mail, weil der Bericht für Sie geplant wurde. Beenden können Sie ihn unter {stop}',
      ],
      link: 'Bericht herunterladen',
    },
    report_ready: {
      subject: 'Ihr Bericht {report}',
      heading: 'Ihr Bericht ist bereit',
      paragraphs: [
        'Der Bericht {report} kann heruntergeladen werden. Der Link verlangt eine Anmeldung; nur Personen Ihres Teams können ihn öffnen.',
      ],
      link: 'Bericht herunterladen',
    },
  },
};
