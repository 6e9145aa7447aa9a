import type { AccountWords } from './account-words.ts';

const unknown =
  'Waren Sie das nicht? Dann setzen Sie sofort Ihr Passwort zurück und wenden Sie sich an unseren Support.';
const ignore = 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail: Ohne den Code geschieht nichts.';

export const de: AccountWords = {
  codeHint: 'Der Code gilt 10 Minuten und nur einmal. Wir fragen nie per Telefon oder E-Mail danach.',
  labels: { browser: 'Browser', ip: 'IP-Adresse', time: 'Zeit' },
  footer: 'Diese E-Mail wurde von Tidegate wegen Ihres Kontos gesendet.',
  mails: {
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
      paragraphs: ['Geben Sie diesen Code ein, um ein neues Passwort zu wählen.', ignore],
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
        'Ihr Konto ist zur Löschung vorgemerkt; unser Support schließt sie ab. Das lässt sich nicht rückgängig machen.',
        unknown,
      ],
    },
  },
};
