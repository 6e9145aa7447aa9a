import type { VerificationMails } from '../../../domain/compliance/mails.ts';
import type { Language } from '../../../domain/languages.ts';
import type { MailWords } from './account-words.ts';

/** The words of mails about the way to production, by language; each heading is the subject too. */
export const VERIFICATION_WORDS: Readonly<Record<Language, Readonly<Record<keyof VerificationMails, MailWords>>>> = {
  en: mails('Open verification', {
    verification_reminder: [
      'Your verification waits for you',
      'There is still something to do before {company} can accept real payments. You have time until {until}.',
    ],
    verification_more: [
      'We need something more',
      'Our team has reviewed what you submitted for {company} and needs more: {words}',
      'Please hand it in by {until}.',
    ],
    verification_renewal: [
      'Please renew your documents',
      'We need newer documents of {company}: {words}',
      'You can keep working in production. Without them production closes on {until}.',
    ],
    verification_suspended: [
      'Production is closed for now',
      'What we asked {company} for did not come in time. Production opens again once it has come and our team has looked at it.',
    ],
    verification_suspended_by_staff: [
      'Production is suspended',
      'Production is suspended for {company}. Your account page says what we need from you.',
    ],
    verification_restricted: [
      'Your account is restricted for now',
      '{company} cannot use everything in production for now. Your account page says what is restricted and what we need from you.',
    ],
    verification_declined: [
      'We cannot offer you production',
      'Our team has decided not to open production for {company}: {words}',
      'The sandbox stays open for you.',
    ],
    verification_approved: [
      'Production is open',
      '{company} is verified. Switch to production and accept real payments.',
    ],
    verification_expired: [
      'Your verification has expired',
      'Nothing has been submitted for {company} for a long time. What you entered is kept: you can continue at any time.',
    ],
  }),
  de: mails('Verifizierung öffnen', {
    verification_reminder: [
      'Ihre Verifizierung wartet auf Sie',
      'Bevor {company} echte Zahlungen annehmen kann, ist noch etwas zu tun. Sie haben Zeit bis {until}.',
    ],
    verification_more: [
      'Wir brauchen noch etwas',
      'Unser Team hat Ihre Unterlagen für {company} angesehen und braucht noch etwas: {words}',
      'Bitte reichen Sie es bis {until} ein.',
    ],
    verification_renewal: [
      'Bitte erneuern Sie Ihre Dokumente',
      'Wir brauchen neuere Dokumente von {company}: {words}',
      'Sie können in Produktion weiterarbeiten. Ohne die Dokumente schließt sie am {until}.',
    ],
    verification_suspended: [
      'Die Produktion ist vorerst geschlossen',
      'Was wir von {company} erbeten hatten, kam nicht rechtzeitig. Die Produktion öffnet wieder, sobald es da ist und unser Team es geprüft hat.',
    ],
    verification_suspended_by_staff: [
      'Die Produktion ist ausgesetzt',
      'Die Produktion ist für {company} ausgesetzt. Auf Ihrer Kontoseite steht, was wir von Ihnen brauchen.',
    ],
    verification_restricted: [
      'Ihr Konto ist vorerst eingeschränkt',
      '{company} kann in der Produktion vorerst nicht alles nutzen. Auf Ihrer Kontoseite steht, was eingeschränkt ist und was wir von Ihnen brauchen.',
    ],
    verification_declined: [
      'Wir können Ihnen keine Produktion anbieten',
      'Unser Team hat entschieden, die Produktion für {company} nicht zu öffnen: {words}',
      'Die Sandbox bleibt für Sie offen.',
    ],
    verification_approved: [
      'Die Produktion ist offen',
      '{company} ist verifiziert. Wechseln Sie in die Produktion und nehmen Sie echte Zahlungen an.',
    ],
    verification_expired: [
      'Ihre Verifizierung ist abgelaufen',
      'Für {company} wurde lange nichts eingereicht. Ihre Angaben bleiben erhalten: Sie können jederzeit weitermachen.',
    ],
  }),
  fr: mails('Ouvrir la vérification', {
    verification_reminder: [
      'Votre vérification vous attend',
      'Il reste quelque chose à faire avant que {company} puisse accepter de vrais paiements. Vous avez jusqu’au {until}.',
    ],
    verification_more: [
      'Il nous manque quelque chose',
      'Notre équipe a examiné votre dossier pour {company} et demande un complément : {words}',
      'Merci de le déposer avant le {until}.',
    ],
    verification_renewal: [
      'Merci de renouveler vos documents',
      'Il nous faut des documents plus récents de {company} : {words}',
      'Vous pouvez continuer en production. Sans eux, elle se ferme le {until}.',
    ],
    verification_suspended: [
      'La production est fermée pour le moment',
      'Ce que nous avions demandé à {company} n’est pas arrivé à temps. La production rouvrira dès que nous l’aurons reçu et examiné.',
    ],
    verification_suspended_by_staff: [
      'La production est suspendue',
      'La production est suspendue pour {company}. La page de votre compte indique ce dont nous avons besoin.',
    ],
    verification_restricted: [
      'Votre compte est restreint pour le moment',
      '{company} ne peut pas tout utiliser en production pour le moment. La page de votre compte indique ce qui est restreint et ce dont nous avons besoin.',
    ],
    verification_declined: [
      'Nous ne pouvons pas vous ouvrir la production',
      'Notre équipe a décidé de ne pas ouvrir la production pour {company} : {words}',
      'Le bac à sable vous reste ouvert.',
    ],
    verification_approved: [
      'La production est ouverte',
      '{company} est vérifiée. Passez en production et acceptez de vrais paiements.',
    ],
    verification_expired: [
      'Votre vérification a expiré',
      'Rien n’a été déposé pour {company} depuis longtemps. Vos informations sont conservées : vous pouvez reprendre quand vous voulez.',
    ],
  }),
  es: mails('Abrir la verificación', {
    verification_reminder: [
      'Su verificación le espera',
      'Queda algo por hacer antes de que {company} pueda aceptar pagos reales. Tiene tiempo hasta el {until}.',
    ],
    verification_more: [
      'Necesitamos algo más',
      'Nuestro equipo ha revisado lo que entregó para {company} y necesita más: {words}',
      'Entréguelo antes del {until}, por favor.',
    ],
    verification_renewal: [
      'Renueve sus documentos, por favor',
      'Necesitamos documentos más recientes de {company}: {words}',
      'Puede seguir trabajando en producción. Sin ellos se cerrará el {until}.',
    ],
    verification_suspended: [
      'La producción está cerrada por ahora',
      'Lo que pedimos a {company} no llegó a tiempo. La producción se abrirá de nuevo cuando llegue y nuestro equipo lo revise.',
    ],
    verification_suspended_by_staff: [
      'La producción está suspendida',
      'La producción está suspendida para {company}. La página de su cuenta indica qué necesitamos de usted.',
    ],
    verification_restricted: [
      'Su cuenta está limitada por ahora',
      '{company} no puede usar todo en producción por ahora. La página de su cuenta indica qué está limitado y qué necesitamos de usted.',
    ],
    verification_declined: [
      'No podemos ofrecerle la producción',
      'Nuestro equipo ha decidido no abrir la producción para {company}: {words}',
      'El entorno de pruebas sigue abierto.',
    ],
    verification_approved: [
      'La producción está abierta',
      '{company} está verificada. Cambie a producción y acepte pagos reales.',
    ],
    verification_expired: [
      'Su verificación ha caducado',
      'Hace mucho que no se entrega nada para {company}. Sus datos se conservan: puede continuar cuando quiera.',
    ],
  }),
  it: mails('Apri la verifica', {
    verification_reminder: [
      'La Sua verifica attende',
      'Manca ancora qualcosa prima che {company} possa accettare pagamenti reali. Ha tempo fino al {until}.',
    ],
    verification_more: [
      'Ci serve qualcos’altro',
      'Il nostro team ha esaminato quanto consegnato per {company} e ha bisogno di altro: {words}',
      'La preghiamo di consegnarlo entro il {until}.',
    ],
    verification_renewal: [
      'Rinnovi i documenti, per favore',
      'Ci servono documenti più recenti di {company}: {words}',
      'Può continuare a lavorare in produzione. Senza di essi si chiuderà il {until}.',
    ],
    verification_suspended: [
      'La produzione è chiusa per ora',
      'Quanto chiesto a {company} non è arrivato in tempo. La produzione riaprirà quando sarà arrivato e il nostro team lo avrà esaminato.',
    ],
    verification_suspended_by_staff: [
      'La produzione è sospesa',
      'La produzione è sospesa per {company}. La pagina del Suo account indica di che cosa abbiamo bisogno.',
    ],
    verification_restricted: [
      'Il Suo account è limitato per ora',
      '{company} per ora non può usare tutto in produzione. La pagina del Suo account indica che cosa è limitato e di che cosa abbiamo bisogno.',
    ],
    verification_declined: [
      'Non possiamo offrirLe la produzione',
      'Il nostro team ha deciso di non aprire la produzione per {company}: {words}',
      'L’ambiente di prova resta aperto.',
    ],
    verification_approved: [
      'La produzione è aperta',
      '{company} è verificata. Passi alla produzione e accetti pagamenti reali.',
    ],
    verification_expired: [
      'La Sua verifica è scaduta',
      'Da molto tempo non viene consegnato nulla per {company}. I Suoi dati sono conservati: può riprendere quando vuole.',
    ],
  }),
  pt: mails('Abrir a verificação', {
    verification_reminder: [
      'A sua verificação espera por si',
      'Ainda falta algo para que {company} possa aceitar pagamentos reais. Tem tempo até {until}.',
    ],
    verification_more: [
      'Precisamos de mais alguma coisa',
      'A nossa equipa analisou o que entregou para {company} e precisa de mais: {words}',
      'Entregue até {until}, por favor.',
    ],
    verification_renewal: [
      'Renove os seus documentos, por favor',
      'Precisamos de documentos mais recentes de {company}: {words}',
      'Pode continuar a trabalhar em produção. Sem eles, fecha a {until}.',
    ],
    verification_suspended: [
      'A produção está fechada por agora',
      'O que pedimos a {company} não chegou a tempo. A produção reabre quando chegar e a nossa equipa o tiver analisado.',
    ],
    verification_suspended_by_staff: [
      'A produção está suspensa',
      'A produção está suspensa para {company}. A página da sua conta indica o que precisamos de si.',
    ],
    verification_restricted: [
      'A sua conta está limitada por agora',
      '{company} não pode usar tudo em produção por agora. A página da sua conta indica o que está limitado e o que precisamos de si.',
    ],
    verification_declined: [
      'Não lhe podemos oferecer a produção',
      'A nossa equipa decidiu não abrir a produção para {company}: {words}',
      'O ambiente de testes continua aberto.',
    ],
    verification_approved: [
      'A produção está aberta',
      '{company} está verificada. Mude para produção e aceite pagamentos reais.',
    ],
    verification_expired: [
      'A sua verificação expirou',
      'Há muito que nada é entregue para {company}. Os seus dados ficam guardados: pode retomar quando quiser.',
    ],
  }),
  ru: mails('Открыть проверку', {
    verification_reminder: [
      'Ваша проверка ждёт вас',
      'Чтобы {company} могла принимать настоящие платежи, осталось кое-что сделать. Время есть до {until}.',
    ],
    verification_more: [
      'Нам нужно кое-что ещё',
      'Наша команда посмотрела документы {company} и просит дополнить: {words}',
      'Пожалуйста, пришлите это до {until}.',
    ],
    verification_renewal: [
      'Пожалуйста, обновите документы',
      'Нам нужны более новые документы {company}: {words}',
      'Вы можете и дальше работать в рабочем режиме. Без документов он закроется {until}.',
    ],
    verification_suspended: [
      'Рабочий режим пока закрыт',
      'То, о чём мы просили {company}, не пришло вовремя. Режим откроется снова, когда всё придёт и наша команда это проверит.',
    ],
    verification_suspended_by_staff: [
      'Рабочий режим приостановлен',
      'Рабочий режим для {company} приостановлен. На странице аккаунта указано, что нам от вас нужно.',
    ],
    verification_restricted: [
      'Ваш аккаунт временно ограничен',
      '{company} пока может пользоваться в рабочем режиме не всем. На странице аккаунта указано, что ограничено и что нам от вас нужно.',
    ],
    verification_declined: [
      'Мы не можем открыть вам рабочий режим',
      'Наша команда решила не открывать рабочий режим для {company}: {words}',
      'Тестовый режим остаётся открытым.',
    ],
    verification_approved: [
      'Рабочий режим открыт',
      '{company} прошла проверку. Переключитесь в рабочий режим и принимайте настоящие платежи.',
    ],
    verification_expired: [
      'Срок вашей проверки истёк',
      'По {company} давно ничего не поступало. Введённое сохранено: вы можете продолжить в любое время.',
    ],
  }),
};

type Short = Readonly<Record<keyof VerificationMails, readonly [subject: string, ...paragraphs: string[]]>>;

function mails(link: string, short: Short): Readonly<Record<keyof VerificationMails, MailWords>> {
  const words = Object.entries(short).map(([kind, [subject, ...paragraphs]]) => [
    kind,
    { subject, heading: subject, paragraphs, link },
  ]);
  return Object.fromEntries(words) as Readonly<Record<keyof VerificationMails, MailWords>>;
}
