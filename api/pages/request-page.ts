import type { FastifyReply } from 'fastify';
import type { CustomerPaymentRequest } from '../../contract/payment-requests.ts';
import type { Language } from '../../domain/languages.ts';
import { payPage } from './pay-page.ts';
import { escaped, sendPlainPage } from './plain-page.ts';

/** What the recipient of a payment request opens: what is asked, by whom, and the way to the payment. */
export function requestPage(
  reply: FastifyReply,
  language: Language,
  { request, action }: { readonly request: CustomerPaymentRequest; readonly action: string },
): FastifyReply {
  const words = WORDS[language];
  if (request.status === 'paid' && request.invoice_url !== null) {
    return over(reply, language, { title: words.paid, text: words.paidText, link: request.invoice_url });
  }
  if (request.status === 'canceled') return over(reply, language, { title: words.canceled, text: words.askAgain });
  if (request.status === 'expired') return over(reply, language, { title: words.expired, text: words.askAgain });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const lead = `${request.recipient_name} · ${words.until} ${day.format(new Date(request.expires_at))}`;
  return payPage(reply, language, { ...request, action, title: words.title, lead });
}

/** There is no such request, or its shop takes no payments now. */
export function requestGonePage(reply: FastifyReply, language: Language): FastifyReply {
  const { gone, askAgain } = WORDS[language];
  return over(reply.code(404), language, { title: gone, text: askAgain });
}

function over(
  reply: FastifyReply,
  language: Language,
  { title, text, link }: { readonly title: string; readonly text: string; readonly link?: string },
): FastifyReply {
  const way = link === undefined ? '' : `<p><a href="${escaped(link)}">${WORDS[language].invoice}</a></p>`;
  const body = `<main><h1>${title}</h1><p class="about">${text}</p>${way}</main>`;
  return sendPlainPage(reply, language, { title, body });
}

interface Words {
  readonly title: string;
  readonly until: string;
  readonly paid: string;
  readonly paidText: string;
  readonly invoice: string;
  readonly canceled: string;
  readonly expired: string;
  readonly gone: string;
  readonly askAgain: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    title: 'Payment request',
    until: 'valid until',
    paid: 'This request has been paid',
    paidText: 'Thank you. Nothing more has to be paid.',
    invoice: 'See the invoice',
    canceled: 'This request was canceled',
    expired: 'This request has expired',
    gone: 'This payment request is not active',
    askAgain: 'Nothing can be paid by it any more. If you still want to pay, ask the sender for a new one.',
  },
  de: {
    title: 'Zahlungsaufforderung',
    until: 'gültig bis',
    paid: 'Diese Zahlungsaufforderung ist bezahlt',
    paidText: 'Vielen Dank. Es ist nichts mehr zu bezahlen.',
    invoice: 'Rechnung ansehen',
    canceled: 'Diese Zahlungsaufforderung wurde zurückgezogen',
    expired: 'Diese Zahlungsaufforderung ist abgelaufen',
    gone: 'Diese Zahlungsaufforderung ist nicht aktiv',
    askAgain:
      'Damit kann nichts mehr bezahlt werden. Wenn Sie noch zahlen möchten, bitten Sie den Absender um eine neue.',
  },
  fr: {
    title: 'Demande de paiement',
    until: 'valable jusqu’au',
    paid: 'Cette demande a été payée',
    paidText: 'Merci. Il n’y a plus rien à payer.',
    invoice: 'Voir la facture',
    canceled: 'Cette demande a été annulée',
    expired: 'Cette demande a expiré',
    gone: 'Cette demande de paiement n’est pas active',
    askAgain: 'Elle ne permet plus de payer. Si vous souhaitez encore payer, demandez-en une nouvelle à l’expéditeur.',
  },
  es: {
    title: 'Solicitud de pago',
    until: 'válida hasta el',
    paid: 'Esta solicitud está pagada',
    paidText: 'Gracias. No queda nada por pagar.',
    invoice: 'Ver la factura',
    canceled: 'Esta solicitud fue cancelada',
    expired: 'Esta solicitud ha caducado',
    gone: 'Esta solicitud de pago no está activa',
    askAgain: 'Ya no se puede pagar con ella. Si aún desea pagar, pida otra al remitente.',
  },
  it: {
    title: 'Richiesta di pagamento',
    until: 'valida fino al',
    paid: 'Questa richiesta è stata pagata',
    paidText: 'Grazie. Non resta nulla da pagare.',
    invoice: 'Vedi la fattura',
    canceled: 'Questa richiesta è stata annullata',
    expired: 'Questa richiesta è scaduta',
    gone: 'Questa richiesta di pagamento non è attiva',
    askAgain: 'Non consente più di pagare. Se desidera ancora pagare, ne chieda una nuova al mittente.',
  },
  pt: {
    title: 'Pedido de pagamento',
    until: 'válido até',
    paid: 'Este pedido foi pago',
    paidText: 'Obrigado. Não há mais nada a pagar.',
    invoice: 'Ver a fatura',
    canceled: 'Este pedido foi cancelado',
    expired: 'Este pedido expirou',
    gone: 'Este pedido de pagamento não está ativo',
    askAgain: 'Já não é possível pagar com ele. Se ainda quiser pagar, peça um novo ao remetente.',
  },
  ru: {
    title: 'Запрос на оплату',
    until: 'действует до',
    paid: 'Этот запрос оплачен',
    paidText: 'Спасибо. Больше ничего платить не нужно.',
    invoice: 'Открыть счёт',
    canceled: 'Этот запрос отменён',
    expired: 'Срок этого запроса истёк',
    gone: 'Этот запрос на оплату не активен',
    askAgain:
      'По нему больше нельзя заплатить. Если вы всё ещё хотите заплатить, попросите отправителя прислать новый.',
  },
};
