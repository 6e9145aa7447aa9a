import type { Language } from '../../domain/languages.ts';
import type { CookieKind } from '../../domain/legal/consent.ts';

/** The words of the banner. */
export interface ConsentWords {
  readonly title: string;
  readonly text: string;
  readonly policy: string;
  readonly refuse: string;
  readonly accept: string;
  readonly choose: string;
  readonly save: string;
  readonly close: string;
  readonly failed: string;
  readonly outdated: string;
  readonly gpc: string;
  readonly kinds: Readonly<Record<CookieKind, readonly [name: string, about: string]>>;
}

/** All of them in one file: together they are smaller than another request. */
export const CONSENT_WORDS: Readonly<Record<Language, ConsentWords>> = {
  en: {
    title: 'Cookies',
    text: 'We store only what this page needs, unless you agree to more. You can change your choice at any time.',
    policy: 'Cookie policy',
    refuse: 'Refuse',
    accept: 'Accept all',
    choose: 'Choose',
    save: 'Save choice',
    close: 'Close',
    failed: 'Your choice was not saved. Please try again.',
    outdated: 'The cookie policy has changed. Reload the page, then choose.',
    gpc: 'Off: your browser sends Global Privacy Control.',
    kinds: {
      necessary: ['Strictly necessary', 'Needed to sign in, to protect accounts and to store this choice.'],
      performance: ['Performance', 'Would count visits. None at present.'],
      functional: ['Functional', 'Remembers what you chose, such as the language of code examples.'],
      targeting: ['Targeting', 'Would be used for advertising. None at present.'],
    },
  },
  de: {
    title: 'Cookies',
    text: 'Wir speichern nur, was diese Seite braucht, sofern Sie nicht mehr erlauben. Sie können Ihre Wahl jederzeit ändern.',
    policy: 'Cookie-Richtlinie (englisch)',
    refuse: 'Ablehnen',
    accept: 'Alle erlauben',
    choose: 'Auswählen',
    save: 'Auswahl speichern',
    close: 'Schließen',
    failed: 'Ihre Auswahl wurde nicht gespeichert. Bitte versuchen Sie es erneut.',
    outdated: 'Die Cookie-Richtlinie hat sich geändert. Laden Sie die Seite neu und wählen Sie dann.',
    gpc: 'Aus: Ihr Browser sendet Global Privacy Control.',
    kinds: {
      necessary: ['Unbedingt erforderlich', 'Für Anmeldung, Schutz von Konten und diese Auswahl.'],
      performance: ['Leistung', 'Würde Besuche zählen. Derzeit keine.'],
      functional: ['Funktional', 'Merkt sich Ihre Wahl, etwa die Sprache von Codebeispielen.'],
      targeting: ['Werbung', 'Würde für Werbung genutzt. Derzeit keine.'],
    },
  },
  fr: {
    title: 'Cookies',
    text: 'Nous n’enregistrons que ce dont cette page a besoin, sauf si vous acceptez davantage. Vous pouvez changer d’avis à tout moment.',
    policy: 'Politique relative aux cookies (en anglais)',
    refuse: 'Refuser',
    accept: 'Tout accepter',
    choose: 'Choisir',
    save: 'Enregistrer',
    close: 'Fermer',
    failed: 'Votre choix n’a pas été enregistré. Veuillez réessayer.',
    outdated: 'La politique a changé. Rechargez la page, puis choisissez.',
    gpc: 'Désactivé : votre navigateur envoie Global Privacy Control.',
    kinds: {
      necessary: ['Strictement nécessaires', 'Pour la connexion, la protection des comptes et ce choix.'],
      performance: ['Performance', 'Compteraient les visites. Aucun actuellement.'],
      functional: ['Fonctionnels', 'Retiennent vos choix, comme le langage des exemples de code.'],
      targeting: ['Ciblage', 'Serviraient à la publicité. Aucun actuellement.'],
    },
  },
  es: {
    title: 'Cookies',
    text: 'Solo guardamos lo que esta página necesita, salvo que acepte más. Puede cambiar su elección en cualquier momento.',
    policy: 'Política de cookies (en inglés)',
    refuse: 'Rechazar',
    accept: 'Aceptar todas',
    choose: 'Elegir',
    save: 'Guardar elección',
    close: 'Cerrar',
    failed: 'Su elección no se ha guardado. Inténtelo de nuevo.',
    outdated: 'La política de cookies ha cambiado. Vuelva a cargar la página y elija.',
    gpc: 'Desactivado: su navegador envía Global Privacy Control.',
    kinds: {
      necessary: ['Estrictamente necesarias', 'Para iniciar sesión, proteger cuentas y guardar esta elección.'],
      performance: ['Rendimiento', 'Contarían visitas. Ninguna por ahora.'],
      functional: ['Funcionales', 'Recuerdan sus preferencias, como el lenguaje de los ejemplos de código.'],
      targeting: ['Publicidad', 'Se usarían para publicidad. Ninguna por ahora.'],
    },
  },
  it: {
    title: 'Cookie',
    text: 'Salviamo solo ciò che serve a questa pagina, a meno che lei non accetti altro. Può cambiare la scelta in ogni momento.',
    policy: 'Informativa sui cookie (in inglese)',
    refuse: 'Rifiuta',
    accept: 'Accetta tutti',
    choose: 'Scegli',
    save: 'Salva la scelta',
    close: 'Chiudi',
    failed: 'La scelta non è stata salvata. Riprovi.',
    outdated: 'L’informativa è cambiata. Ricarichi la pagina e poi scelga.',
    gpc: 'Disattivato: il suo browser invia Global Privacy Control.',
    kinds: {
      necessary: ['Strettamente necessari', 'Per l’accesso, la protezione degli account e questa scelta.'],
      performance: ['Prestazioni', 'Conterebbero le visite. Nessuno al momento.'],
      functional: ['Funzionali', 'Ricordano le sue scelte, come il linguaggio degli esempi di codice.'],
      targeting: ['Pubblicità', 'Servirebbero alla pubblicità. Nessuno al momento.'],
    },
  },
  pt: {
    title: 'Cookies',
    text: 'Guardamos apenas o que esta página precisa, a menos que aceite mais. Pode alterar a sua escolha a qualquer momento.',
    policy: 'Política de cookies (em inglês)',
    refuse: 'Recusar',
    accept: 'Aceitar todos',
    choose: 'Escolher',
    save: 'Guardar escolha',
    close: 'Fechar',
    failed: 'A sua escolha não foi guardada. Tente novamente.',
    outdated: 'A política de cookies mudou. Recarregue a página e depois escolha.',
    gpc: 'Desativado: o seu navegador envia Global Privacy Control.',
    kinds: {
      necessary: ['Estritamente necessários', 'Para iniciar sessão, proteger contas e guardar esta escolha.'],
      performance: ['Desempenho', 'Contariam visitas. Nenhum de momento.'],
      functional: ['Funcionais', 'Lembram as suas escolhas, como a linguagem dos exemplos de código.'],
      targeting: ['Publicidade', 'Seriam usados para publicidade. Nenhum de momento.'],
    },
  },
  ru: {
    title: 'Файлы cookie',
    text: 'Мы сохраняем только то, что нужно этой странице, если вы не разрешите больше. Выбор можно изменить в любое время.',
    policy: 'Политика cookie (на английском)',
    refuse: 'Отклонить',
    accept: 'Принять все',
    choose: 'Выбрать',
    save: 'Сохранить выбор',
    close: 'Закрыть',
    failed: 'Ваш выбор не сохранён. Попробуйте ещё раз.',
    outdated: 'Политика cookie изменилась. Обновите страницу и сделайте выбор.',
    gpc: 'Выключено: ваш браузер отправляет Global Privacy Control.',
    kinds: {
      necessary: ['Строго необходимые', 'Для входа, защиты аккаунтов и хранения этого выбора.'],
      performance: ['Аналитика', 'Считали бы посещения. Сейчас таких нет.'],
      functional: ['Функциональные', 'Запоминают ваш выбор, например язык примеров кода.'],
      targeting: ['Реклама', 'Использовались бы для рекламы. Сейчас таких нет.'],
    },
  },
};
