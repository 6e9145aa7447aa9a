import type { InvoiceWords } from './invoice-words.ts';

export const ru: InvoiceWords = {
  labels: {
    reference: 'Номер',
    total: 'Итого',
    due: 'К оплате',
    received: 'Получено',
    network: 'Сеть',
    transaction: 'Транзакция',
    invoice: 'Счёт',
    payer: 'Плательщик',
  },
  sandbox: 'Это проверка: настоящие деньги не двигались.',
  payer: {
    paid: {
      subject: 'Ваш платёж в {merchant} завершён',
      heading: 'Ваш платёж завершён',
      paragraphs: ['{merchant} уже знает об этом.'],
      link: 'Посмотреть квитанцию',
    },
    partly_paid: {
      subject: 'Не хватает части вашего платежа в {merchant}',
      heading: 'Не хватает ещё {missing}',
      paragraphs: [
        'Пришло {paid} из {due}.',
        'Остаток можно отправить до {until} на адрес, указанный на странице счёта.',
      ],
      link: 'Оплатить остаток',
    },
    paid_late: {
      subject: 'Ваш платёж в {merchant} опоздал',
      heading: 'Ваш платёж опоздал',
      paragraphs: [
        'Он пришёл или был подтверждён, когда время этого счёта уже вышло. Ваши деньги в сохранности: {merchant} знает о платеже и выполнит заказ или вернёт деньги.',
        'Пожалуйста, не платите ещё раз.',
      ],
      link: 'Посмотреть счёт',
    },
    ask: 'Вопросы о заказе? Обратитесь в {merchant}.',
    askAt: 'Вопросы о заказе? Напишите на {email}.',
    sentFor: 'Это письмо отправил Tidegate, который проводит платежи для {merchant}.',
  },
  merchant: {
    'invoice.done': {
      subject: 'Оплачен: {invoice}, {total}',
      heading: 'Счёт оплачен',
      paragraphs: ['Сумма зачислена на ваш баланс.'],
    },
    'invoice.overpaid': {
      subject: 'Оплачен с излишком: {invoice}, {total}',
      heading: 'Счёт оплачен, излишек {excess}',
      paragraphs: ['Можно отправлять заказ. Плательщик может попросить вернуть излишек.'],
    },
    'invoice.partially_paid': {
      subject: 'Оплачен частично: {invoice}, {total}',
      heading: 'Счёт оплачен частично',
      paragraphs: ['Пришло {paid} из {due}. Плательщик может отправить остаток до {until}.'],
    },
    'invoice.expired': {
      subject: 'Истёк: {invoice}, {total}',
      heading: 'Срок счёта истёк',
      paragraphs: ['Вовремя не подтверждено ни одного платежа.'],
    },
    'invoice.expired_paid': {
      subject: 'Нужно решение: {invoice} оплачен поздно',
      heading: 'Счёт оплачен поздно',
      paragraphs: ['{paid} пришло или подтверждено слишком поздно. Завершите счёт или верните деньги.'],
    },
    'invoice.invalid': {
      subject: 'Нужно решение: {invoice} оплачен не полностью',
      heading: 'Счёт оплачен не полностью',
      paragraphs: ['Пришло {paid} из {due}. Завершите счёт или верните деньги.'],
    },
    'invoice.error': {
      subject: 'Подождите с {invoice}: с платежом проблема',
      heading: 'С платежом по счёту проблема',
      paragraphs: ['Не отправляйте заказ, пока она не решена. Наша поддержка уже знает о ней.'],
    },
    link: 'Открыть счёт',
    why: 'Это письмо отправлено из-за почтовых уведомлений профиля {profile}. Выбрать их можно в разделе «Интеграция», «Профиль».',
  },
};
