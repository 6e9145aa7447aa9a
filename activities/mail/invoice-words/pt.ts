import type { InvoiceWords } from './invoice-words.ts';

export const pt: InvoiceWords = {
  labels: {
    reference: 'Referência',
    total: 'Total',
    due: 'Valor a pagar',
    received: 'Recebido',
    network: 'Rede',
    transaction: 'Transação',
    invoice: 'Fatura',
    payer: 'Pagador',
  },
  sandbox: 'Isto é um teste: nenhum dinheiro real foi movido.',
  payer: {
    paid: {
      subject: 'O seu pagamento a {merchant} está completo',
      heading: 'O seu pagamento está completo',
      paragraphs: ['{merchant} já foi avisada.'],
      link: 'Ver o recibo',
    },
    partly_paid: {
      subject: 'Falta uma parte do seu pagamento a {merchant}',
      heading: 'Ainda faltam {missing}',
      paragraphs: [
        'Chegaram {paid} de {due}.',
        'Pode enviar o resto até {until}, para o endereço na página da fatura.',
      ],
      link: 'Pagar o resto',
    },
    paid_late: {
      subject: 'O seu pagamento a {merchant} chegou tarde',
      heading: 'O seu pagamento chegou tarde',
      paragraphs: [
        'Chegou, ou foi confirmado, quando o prazo desta fatura já tinha terminado. O seu dinheiro está seguro: {merchant} já foi avisada e vai concluir o pedido ou devolver o valor.',
        'Por favor, não pague outra vez.',
      ],
      link: 'Ver a fatura',
    },
    ask: 'Dúvidas sobre o seu pedido? Contacte {merchant}.',
    askAt: 'Dúvidas sobre o seu pedido? Escreva para {email}.',
    sentFor: 'Este e-mail foi enviado pela Tidegate, que processa os pagamentos de {merchant}.',
  },
  merchant: {
    'invoice.done': {
      subject: 'Paga: {invoice}, {total}',
      heading: 'Uma fatura está paga',
      paragraphs: ['O valor foi creditado no seu saldo.'],
    },
    'invoice.overpaid': {
      subject: 'Paga a mais: {invoice}, {total}',
      heading: 'Uma fatura está paga, com {excess} a mais',
      paragraphs: ['Pode enviar o pedido. O pagador pode pedir que devolva o excedente.'],
    },
    'invoice.partially_paid': {
      subject: 'Paga em parte: {invoice}, {total}',
      heading: 'Uma fatura está paga em parte',
      paragraphs: ['Chegaram {paid} de {due}. O pagador pode enviar o resto até {until}.'],
    },
    'invoice.expired': {
      subject: 'Expirada: {invoice}, {total}',
      heading: 'Uma fatura expirou',
      paragraphs: ['Nenhum pagamento foi confirmado a tempo.'],
    },
    'invoice.expired_paid': {
      subject: 'Decida, por favor: {invoice} foi paga com atraso',
      heading: 'Uma fatura foi paga com atraso',
      paragraphs: ['{paid} chegaram ou foram confirmados tarde demais. Conclua a fatura ou devolva o dinheiro.'],
    },
    'invoice.invalid': {
      subject: 'Decida, por favor: {invoice} não foi paga por inteiro',
      heading: 'Uma fatura não foi paga por inteiro',
      paragraphs: ['Chegaram {paid} de {due}. Conclua a fatura ou devolva o dinheiro.'],
    },
    'invoice.error': {
      subject: 'Aguarde com {invoice}: o pagamento tem um problema',
      heading: 'O pagamento de uma fatura tem um problema',
      paragraphs: ['Não envie o pedido até estar resolvido. O nosso suporte já foi avisado.'],
    },
    link: 'Abrir a fatura',
    why: 'Este e-mail foi enviado por causa das notificações por e-mail do perfil {profile}. Pode escolhê-las em Integração, Perfil.',
  },
};
