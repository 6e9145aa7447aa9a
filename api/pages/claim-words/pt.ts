import type { ClaimWords } from './claim-words.ts';

export const pt: ClaimWords = {
  title: 'Encontrar um pagamento',
  intro:
    'Pagou, mas a loja não o vê? Cole o ID da sua transação. Dizemos-lhe o que aconteceu e devolvemos o que se ' +
    'extraviou.',
  transaction: 'ID da transação',
  transactionHint: 'A sua carteira ou exchange mostra-o com o pagamento. Uma ligação para um explorador também serve.',
  check: 'Verificar',
  another: 'Verificar outra transação',
  back: 'Voltar à fatura',
  sandbox: 'Sandbox: um teste. Não envie dinheiro real.',
  gone: 'Esta fatura não existe',
  goneText: 'Verifique a ligação ou pergunte à loja.',
  trouble: 'Não resultou. Tente novamente dentro de alguns minutos.',
  noTransaction: 'Isto não contém um ID de transação: 64 caracteres de 0–9 e a–f.',
  tooMany: 'Demasiadas tentativas. Tente novamente mais tarde.',
  expired: 'Passou demasiado tempo. Verifique novamente a transação.',
  claimable: 'O seu pagamento está seguro connosco',
  claimableText:
    'Chegou noutra moeda ou sem a etiqueta que esta fatura espera, por isso a loja não o tem. Pode pedir que ' +
    'seja devolvido.',
  unconfirmed: 'A aguardar confirmações',
  unconfirmedText:
    'A rede confirmou-o {confirmations} de {required} vezes. Verifique novamente dentro de alguns minutos; ' +
    'nada se perdeu.',
  failed: 'A transação não teve efeito',
  failedText: 'A rede não a executou: o seu dinheiro não saiu da carteira, exceto uma taxa de rede.',
  short: 'Foi pago menos do que o devido',
  shortText: 'O pagamento está creditado nesta fatura, que aguarda o resto ou a decisão da loja. Contacte a loja.',
  late: 'O pagamento chegou depois do prazo',
  lateText: 'Está creditado nesta fatura. A loja conclui a encomenda ou reembolsa-o. Contacte a loja.',
  otherCoin: 'O pagamento chegou noutra moeda',
  otherCoinText: 'Está creditado nesta fatura. A loja decide se o reembolsa. Contacte a loja.',
  credited: 'O pagamento está creditado',
  creditedText: 'Chegou a esta fatura, por isso não há nada a devolver. Em caso de dúvida, contacte a loja.',
  tooSmall: 'O pagamento é demasiado pequeno',
  tooSmallText: 'Temo-lo, mas as taxas não deixariam nada para devolver.',
  unsupported: 'Esta moeda não pode ser devolvida automaticamente',
  unsupportedText: 'Recebemos um token que não suportamos. A nossa equipa foi avisada; contacte também a loja.',
  claimed: 'Este pagamento já foi reclamado',
  claimedText: 'Alguém pediu a sua devolução.',
  notOurs: 'Não encontrámos nenhum pagamento desta fatura',
  notOursText:
    'A transação não pagou nenhum endereço desta fatura. Verifique o ID; se a enviou há poucos minutos, tente ' +
    'novamente em breve.',
  unknownYet: 'Ainda não podemos dizer',
  unknownYetText: 'Não lemos a rede até ao fim. Tente novamente dentro de alguns minutos.',
  amount: 'Montante recebido',
  fee: 'Taxa de recuperação ({rate})',
  youGet: 'Devolvido, cerca de',
  claimTitle: 'Para onde devemos enviar?',
  claimText:
    'Indique um endereço da sua própria carteira em {network}. A nossa equipa analisa cada pedido; é deduzida ' +
    'a taxa de rede do dia.',
  address: 'Endereço {network}',
  tag: 'Etiqueta de destino',
  tagHint: 'Apenas se a sua exchange pedir uma.',
  email: 'E-mail',
  emailHint: 'Para notícias sobre este pedido.',
  send: 'Reclamar este pagamento',
  badAddress: 'Não podemos enviar para este endereço.',
  badTag: 'Uma etiqueta de destino é um número inteiro.',
  badEmail: 'Indique um endereço de e-mail.',
  gateClosed: 'Não podemos enviar nesta rede agora. Tente novamente mais tarde.',
  changed: 'Este pagamento não pode ser reclamado agora. Verifique novamente a transação.',
  received: 'Pedido recebido',
  receivedText: 'Verificamos a rede e depois decidimos, normalmente em dois dias úteis. Escrevemos para {email}.',
  checking: 'A ser verificado na rede',
  review: 'A aguardar a nossa equipa',
  paying: 'A ser devolvido',
  done: 'Devolvido',
};
