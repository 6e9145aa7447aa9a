import type { FastifyReply } from 'fastify';
import type { Mode } from '../../domain/assets/assets.ts';
import type { Language } from '../../domain/languages.ts';
import { escaped, sendPlainPage } from './plain-page.ts';

export interface PayPageFacts {
  /** Where the button leads. */
  readonly action: string;
  readonly title: string;
  /** Above the title: for whom it is, or until when. */
  readonly lead?: string;
  readonly description: string | null;
  /** Fiat, decimal. */
  readonly amount: string;
  readonly currency: string;
  readonly merchant: string;
  readonly logo_url: string | null;
  readonly mode: Mode;
}

/** What a payment link or request opens: what is paid, to whom, and a button. Without scripts. */
export function payPage(reply: FastifyReply, language: Language, facts: PayPageFacts): FastifyReply {
  const words = WORDS[language];
  const { action, title, lead, description, amount, currency, merchant, logo_url, mode } = facts;
  const price = new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount as `${number}`);
  const letter = [...merchant.trim()][0]?.toUpperCase() ?? '';
  const logo =
    logo_url === null
      ? `<span class="logo" aria-hidden="true">${escaped(letter)}</span>`
      : `<img class="logo" src="${escaped(logo_url)}" alt="" width="48" height="48">`;
  return sendPlainPage(reply, language, {
    title: `${title} – ${merchant}`,
    body: `${mode === 'sandbox' ? `<header><p class="sandbox">${words.sandbox}</p></header>` : ''}
<main>
<div class="who">${logo}<p>${escaped(merchant)}</p></div>
<h1>${escaped(title)}</h1>
${lead === undefined ? '' : `<p class="note">${escaped(lead)}</p>`}
${description === null ? '' : `<p class="about">${escaped(description)}</p>`}
<p class="price">${escaped(price)}</p>
<form method="post" action="${escaped(action)}"><button type="submit">${words.go}</button></form>
<p class="note">${words.note}</p>
</main>`,
  });
}

/** A link that was switched off, or never was. */
export function linkGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, goneText } = WORDS[language];
  const body = `<main><h1>${gone}</h1><p class="about">${goneText}</p></main>`;
  return sendPlainPage(reply.code(404), language, { title: gone, body });
}

/**
 * No invoice can be made at this moment: too many were asked for, there is no rate, or the link does not fit the shop's
 * profile any more.
 */
export function payTroublePage(reply: FastifyReply, language: Language): FastifyReply {
  const { trouble, troubleText } = WORDS[language];
  const body = `<main><h1>${trouble}</h1><p class="about">${troubleText}</p></main>`;
  return sendPlainPage(reply, language, { title: trouble, body });
}

interface Words {
  readonly go: string;
  readonly note: string;
  readonly sandbox: string;
  readonly gone: string;
  readonly goneText: string;
  readonly trouble: string;
  readonly troubleText: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    go: 'Continue to payment',
    note: 'You choose the coin on the next page. The rate is then fixed for a quarter of an hour.',
    sandbox: 'Sandbox: a test. Send no real money.',
    gone: 'This payment link is not active',
    goneText: 'Please ask the shop that gave it to you for another one.',
    trouble: 'The payment could not be started',
    troubleText: 'Nothing was charged. Please try again in a few minutes, or ask the shop.',
  },
  de: {
    go: 'Weiter zur Zahlung',
    note: 'Die Coin-Auswahl folgt auf der nächsten Seite. Der Kurs gilt dann eine Viertelstunde.',
    sandbox: 'Sandbox: ein Test. Senden Sie kein echtes Geld.',
    gone: 'Dieser Zahlungslink ist nicht aktiv',
    goneText: 'Bitte fragen Sie den Shop, von dem Sie ihn haben, nach einem neuen.',
    trouble: 'Die Zahlung konnte nicht begonnen werden',
    troubleText:
      'Es wurde nichts berechnet. Bitte versuchen Sie es in einigen Minuten noch einmal oder fragen Sie den Shop.',
  },
  fr: {
    go: 'Continuer vers le paiement',
    note: 'Vous choisissez la cryptomonnaie à la page suivante. Le cours est alors fixé pour un quart d’heure.',
    sandbox: 'Sandbox : un test. N’envoyez pas d’argent réel.',
    gone: 'Ce lien de paiement n’est pas actif',
    goneText: 'Demandez-en un autre à la boutique qui vous l’a donné.',
    trouble: 'Le paiement n’a pas pu commencer',
    troubleText: 'Rien n’a été débité. Réessayez dans quelques minutes ou demandez à la boutique.',
  },
  es: {
    go: 'Continuar al pago',
    note: 'En la página siguiente elige la moneda. El cambio queda fijado durante un cuarto de hora.',
    sandbox: 'Sandbox: una prueba. No envíe dinero real.',
    gone: 'Este enlace de pago no está activo',
    goneText: 'Pida otro a la tienda que se lo dio.',
    trouble: 'No se pudo iniciar el pago',
    troubleText: 'No se ha cobrado nada. Vuelva a intentarlo en unos minutos o pregunte a la tienda.',
  },
  it: {
    go: 'Continua al pagamento',
    note: 'Nella pagina seguente sceglie la moneta. Il cambio resta fisso per un quarto d’ora.',
    sandbox: 'Sandbox: una prova. Non invii denaro reale.',
    gone: 'Questo link di pagamento non è attivo',
    goneText: 'Ne chieda un altro al negozio che glielo ha dato.',
    trouble: 'Non è stato possibile iniziare il pagamento',
    troubleText: 'Non è stato addebitato nulla. Riprovi tra qualche minuto o chieda al negozio.',
  },
  pt: {
    go: 'Continuar para o pagamento',
    note: 'Na página seguinte escolhe a moeda. A taxa fica então fixa durante um quarto de hora.',
    sandbox: 'Sandbox: um teste. Não envie dinheiro real.',
    gone: 'Esta ligação de pagamento não está ativa',
    goneText: 'Peça outra à loja que lha deu.',
    trouble: 'Não foi possível iniciar o pagamento',
    troubleText: 'Nada foi cobrado. Tente novamente dentro de alguns minutos ou pergunte à loja.',
  },
  ru: {
    go: 'Перейти к оплате',
    note: 'На следующей странице вы выберете монету. Курс фиксируется на четверть часа.',
    sandbox: 'Песочница: это тест. Не отправляйте настоящие деньги.',
    gone: 'Эта платёжная ссылка не активна',
    goneText: 'Попросите магазин, который её дал, прислать другую.',
    trouble: 'Не удалось начать оплату',
    troubleText: 'Ничего не списано. Попробуйте ещё раз через несколько минут или обратитесь в магазин.',
  },
};
