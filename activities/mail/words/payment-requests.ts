import type { Language } from '../../../domain/languages.ts';

/** Everything that emails to recipients of payment requests say in one language. */
export interface RequestMailWords {
  readonly subject: string;
  readonly reminderSubject: string;
  readonly heading: string;
  readonly greeting: string;
  readonly text: string;
  readonly about: string;
  readonly until: string;
  readonly button: string;
  readonly ask: string;
  readonly askAt: string;
  readonly why: string;
  readonly sandbox: string;
}

export const REQUEST_MAIL_WORDS: Readonly<Record<Language, RequestMailWords>> = {
  en: {
    subject: '{merchant} asks you to pay {amount}',
    reminderSubject: 'Reminder: {merchant} asks you to pay {amount}',
    heading: 'Payment request from {merchant}',
    greeting: 'Hello {name},',
    text: 'You can pay with cryptocurrency. You choose the coin on the page; its rate is then fixed for a quarter of an hour.',
    about: 'For',
    until: 'Valid until',
    button: 'See and pay',
    ask: 'If you do not know what this is about, do not pay.',
    askAt: 'If you do not know what this is about, do not pay, and ask {email}.',
    why: 'You receive this email because {merchant} entered your address. Tidegate processes the payment.',
    sandbox: 'This is a test: send no real money.',
  },
  de: {
    subject: '{merchant} bittet um Zahlung von {amount}',
    reminderSubject: 'Erinnerung: {merchant} bittet um Zahlung von {amount}',
    heading: 'Zahlungsaufforderung von {merchant}',
    greeting: 'Guten Tag {name},',
    text: 'Sie können mit Kryptowährung bezahlen. Die Coin-Auswahl steht auf der Seite; der Kurs gilt dann eine Viertelstunde.',
    about: 'Wofür',
    until: 'Gültig bis',
    button: 'Ansehen und bezahlen',
    ask: 'Wenn Sie nicht wissen, worum es geht, bezahlen Sie nicht.',
    askAt: 'Wenn Sie nicht wissen, worum es geht, bezahlen Sie nicht und fragen Sie {email}.',
    why: 'Sie erhalten diese E-Mail, weil {merchant} Ihre Adresse angegeben hat. Tidegate wickelt die Zahlung ab.',
    sandbox: 'Dies ist ein Test: Senden Sie kein echtes Geld.',
  },
  fr: {
    subject: '{merchant} vous demande de payer {amount}',
    reminderSubject: 'Rappel : {merchant} vous demande de payer {amount}',
    heading: 'Demande de paiement de {merchant}',
    greeting: 'Bonjour {name},',
    text: 'Vous pouvez payer en cryptomonnaie. Vous la choisissez sur la page ; son cours est alors fixé pour un quart d’heure.',
    about: 'Objet',
    until: 'Valable jusqu’au',
    button: 'Voir et payer',
    ask: 'Si vous ne savez pas de quoi il s’agit, ne payez pas.',
    askAt: 'Si vous ne savez pas de quoi il s’agit, ne payez pas et écrivez à {email}.',
    why: 'Vous recevez cet e-mail parce que {merchant} a indiqué votre adresse. Tidegate traite le paiement.',
    sandbox: 'Ceci est un test : n’envoyez pas d’argent réel.',
  },
  es: {
    subject: '{merchant} le pide que pague {amount}',
    reminderSubject: 'Recordatorio: {merchant} le pide que pague {amount}',
    heading: 'Solicitud de pago de {merchant}',
    greeting: 'Hola, {name}:',
    text: 'Puede pagar con criptomonedas. La moneda se elige en la página; su cambio queda fijado durante un cuarto de hora.',
    about: 'Concepto',
    until: 'Válida hasta el',
    button: 'Ver y pagar',
    ask: 'Si no sabe de qué se trata, no pague.',
    askAt: 'Si no sabe de qué se trata, no pague y pregunte a {email}.',
    why: 'Recibe este correo porque {merchant} indicó su dirección. Tidegate procesa el pago.',
    sandbox: 'Esto es una prueba: no envíe dinero real.',
  },
  it: {
    subject: '{merchant} le chiede di pagare {amount}',
    reminderSubject: 'Promemoria: {merchant} le chiede di pagare {amount}',
    heading: 'Richiesta di pagamento di {merchant}',
    greeting: 'Buongiorno {name},',
    text: 'Può pagare in criptovaluta. La moneta si sceglie nella pagina; il cambio resta poi fisso per un quarto d’ora.',
    about: 'Causale',
    until: 'Valida fino al',
    button: 'Vedi e paga',
    ask: 'Se non sa di che cosa si tratta, non paghi.',
    askAt: 'Se non sa di che cosa si tratta, non paghi e scriva a {email}.',
    why: 'Riceve questa e-mail perché {merchant} ha indicato il suo indirizzo. Tidegate gestisce il pagamento.',
    sandbox: 'Questa è una prova: non invii denaro reale.',
  },
  pt: {
    subject: '{merchant} pede-lhe que pague {amount}',
    reminderSubject: 'Lembrete: {merchant} pede-lhe que pague {amount}',
    heading: 'Pedido de pagamento de {merchant}',
    greeting: 'Olá, {name}:',
    text: 'Pode pagar com criptomoedas. A moeda escolhe-se na página; a taxa fica então fixa durante um quarto de hora.',
    about: 'Motivo',
    until: 'Válido até',
    button: 'Ver e pagar',
    ask: 'Se não sabe do que se trata, não pague.',
    askAt: 'Se não sabe do que se trata, não pague e pergunte a {email}.',
    why: 'Recebe este e-mail porque {merchant} indicou o seu endereço. A Tidegate processa o pagamento.',
    sandbox: 'Isto é um teste: não envie dinheiro real.',
  },
  ru: {
    subject: '{merchant} просит оплатить {amount}',
    reminderSubject: 'Напоминание: {merchant} просит оплатить {amount}',
    heading: 'Запрос на оплату от {merchant}',
    greeting: 'Здравствуйте, {name}!',
    text: 'Вы можете заплатить криптовалютой. Монета выбирается на странице; её курс фиксируется на четверть часа.',
    about: 'За что',
    until: 'Действует до',
    button: 'Посмотреть и оплатить',
    ask: 'Если вы не знаете, о чём речь, не платите.',
    askAt: 'Если вы не знаете, о чём речь, не платите и спросите: {email}.',
    why: 'Вы получили это письмо, потому что {merchant} указал ваш адрес. Платёж обрабатывает Tidegate.',
    sandbox: 'Это тест: не отправляйте настоящие деньги.',
  },
};
