import type { Language } from '../../../domain/languages.ts';

/** Everything that emails about claims to stray payments say in one language. */
export interface ClaimMailWords {
  readonly received: string;
  readonly paying: string;
  readonly done: string;
  readonly declined: string;
  readonly receivedText: string;
  readonly payingText: string;
  readonly doneText: string;
  readonly declinedText: string;
  readonly otherText: string;
  readonly shopReceived: string;
  readonly shopDone: string;
  readonly shopRefused: string;
  readonly shopReceivedText: string;
  readonly shopDoneText: string;
  readonly shopRefusedText: string;
  readonly net: string;
  readonly address: string;
  readonly transaction: string;
  readonly paidBy: string;
  readonly reason: string;
  readonly open: string;
  readonly check: string;
  readonly sandbox: string;
  readonly why: string;
  readonly whyShop: string;
}

export const CLAIM_MAIL_WORDS: Readonly<Record<Language, ClaimMailWords>> = {
  en: {
    received: 'We received your claim',
    paying: 'Your payment is being sent back',
    done: 'Your payment was sent back',
    declined: 'Your claim was refused',
    receivedText: 'We check the network and then decide, usually within two working days.',
    payingText: 'Our team approved your claim. It is on its way to the address below, less our fee and the network’s.',
    doneText: 'The network has confirmed it.',
    declinedText: 'The payment stays with us and can be claimed again.',
    otherText:
      'Somebody with the link of your invoice asked us to send this payment back. If it was not you, reply to this email or contact the shop now.',
    shopReceived: 'A payer claims a stray payment',
    shopDone: 'A stray payment was sent back',
    shopRefused: 'A claim to a stray payment was refused',
    shopReceivedText:
      'The payment came in another coin or without a tag of yours, so it is not in your balance. Our team decides about the claim; you need not do anything.',
    shopDoneText: 'The network has confirmed it.',
    shopRefusedText: 'The payment stays with us and can be claimed again.',
    net: 'Sent back',
    address: 'Address',
    transaction: 'Transaction',
    paidBy: 'Sent back by',
    reason: 'Reason',
    open: 'Open in the back office',
    check: 'See what became of it',
    sandbox: 'This is a test: no real money moved.',
    why: 'You receive this email because this address was given for the claim or the invoice.',
    whyShop: 'You receive this email because you may refund payments of the profile {profile}.',
  },
  de: {
    received: 'Wir haben Ihren Antrag erhalten',
    paying: 'Ihre Zahlung wird zurückgesendet',
    done: 'Ihre Zahlung wurde zurückgesendet',
    declined: 'Ihr Antrag wurde abgelehnt',
    receivedText: 'Wir prüfen das Netzwerk und entscheiden dann, meist innerhalb von zwei Werktagen.',
    payingText:
      'Unser Team hat Ihren Antrag genehmigt. Der Betrag ist unterwegs an die Adresse unten, abzüglich unserer Gebühr und der des Netzwerks.',
    doneText: 'Das Netzwerk hat die Rückzahlung bestätigt.',
    declinedText: 'Die Zahlung bleibt bei uns und kann erneut beantragt werden.',
    otherText:
      'Jemand mit dem Link Ihrer Rechnung hat uns gebeten, diese Zahlung zurückzusenden. Wenn Sie das nicht waren, antworten Sie auf diese E-Mail oder wenden Sie sich sofort an den Shop.',
    shopReceived: 'Ein Zahler beansprucht eine fehlgeleitete Zahlung',
    shopDone: 'Eine fehlgeleitete Zahlung wurde zurückgesendet',
    shopRefused: 'Ein Antrag auf eine fehlgeleitete Zahlung wurde abgelehnt',
    shopReceivedText:
      'Die Zahlung kam in einer anderen Währung oder ohne ein Tag von Ihnen und ist daher nicht in Ihrem Guthaben. Unser Team entscheidet über den Antrag; Sie müssen nichts tun.',
    shopDoneText: 'Das Netzwerk hat die Rückzahlung bestätigt.',
    shopRefusedText: 'Die Zahlung bleibt bei uns und kann erneut beantragt werden.',
    net: 'Zurückgesendet',
    address: 'Adresse',
    transaction: 'Transaktion',
    paidBy: 'Zurückgesendet mit',
    reason: 'Grund',
    open: 'Im Backoffice öffnen',
    check: 'Stand ansehen',
    sandbox: 'Dies ist ein Test: Es wurde kein echtes Geld bewegt.',
    why: 'Sie erhalten diese E-Mail, weil diese Adresse für den Antrag oder die Rechnung angegeben wurde.',
    whyShop: 'Sie erhalten diese E-Mail, weil Sie Zahlungen des Profils {profile} erstatten dürfen.',
  },
  fr: {
    received: 'Nous avons reçu votre demande',
    paying: 'Votre paiement est en cours de renvoi',
    done: 'Votre paiement a été renvoyé',
    declined: 'Votre demande a été refusée',
    receivedText: 'Nous vérifions le réseau puis décidons, en général sous deux jours ouvrés.',
    payingText:
      'Notre équipe a accepté votre demande. Le montant est en route vers l’adresse ci-dessous, moins nos frais et ceux du réseau.',
    doneText: 'Le réseau l’a confirmé.',
    declinedText: 'Le paiement reste chez nous et peut être réclamé de nouveau.',
    otherText:
      'Une personne ayant le lien de votre facture nous a demandé de renvoyer ce paiement. Si ce n’était pas vous, répondez à cet e-mail ou contactez la boutique sans attendre.',
    shopReceived: 'Un payeur réclame un paiement égaré',
    shopDone: 'Un paiement égaré a été renvoyé',
    shopRefused: 'Une demande de paiement égaré a été refusée',
    shopReceivedText:
      'Le paiement est arrivé dans une autre monnaie ou sans tag de votre part ; il n’est donc pas dans votre solde. Notre équipe décide ; vous n’avez rien à faire.',
    shopDoneText: 'Le réseau l’a confirmé.',
    shopRefusedText: 'Le paiement reste chez nous et peut être réclamé de nouveau.',
    net: 'Renvoyé',
    address: 'Adresse',
    transaction: 'Transaction',
    paidBy: 'Renvoyé par',
    reason: 'Motif',
    open: 'Ouvrir dans le back-office',
    check: 'Voir où il en est',
    sandbox: 'Ceci est un test : aucun argent réel n’a été déplacé.',
    why: 'Vous recevez cet e-mail parce que cette adresse a été indiquée pour la demande ou la facture.',
    whyShop: 'Vous recevez cet e-mail parce que vous pouvez rembourser les paiements du profil {profile}.',
  },
  es: {
    received: 'Hemos recibido su solicitud',
    paying: 'Su pago se está devolviendo',
    done: 'Su pago ha sido devuelto',
    declined: 'Su solicitud ha sido rechazada',
    receivedText: 'Comprobamos la red y después decidimos, normalmente en dos días laborables.',
    payingText:
      'Nuestro equipo aprobó su solicitud. Va de camino a la dirección de abajo, menos nuestra comisión y la de la red.',
    doneText: 'La red lo ha confirmado.',
    declinedText: 'El pago sigue con nosotros y se puede reclamar de nuevo.',
    otherText:
      'Alguien con el enlace de su factura nos pidió devolver este pago. Si no fue usted, responda a este correo o contacte ya con la tienda.',
    shopReceived: 'Un pagador reclama un pago extraviado',
    shopDone: 'Un pago extraviado ha sido devuelto',
    shopRefused: 'Se rechazó una solicitud de un pago extraviado',
    shopReceivedText:
      'El pago llegó en otra moneda o sin una etiqueta suya, así que no está en su saldo. Nuestro equipo decide; usted no tiene que hacer nada.',
    shopDoneText: 'La red lo ha confirmado.',
    shopRefusedText: 'El pago sigue con nosotros y se puede reclamar de nuevo.',
    net: 'Devuelto',
    address: 'Dirección',
    transaction: 'Transacción',
    paidBy: 'Devuelto con',
    reason: 'Motivo',
    open: 'Abrir en el back office',
    check: 'Ver su estado',
    sandbox: 'Esto es una prueba: no se movió dinero real.',
    why: 'Recibe este correo porque esta dirección se indicó en la solicitud o en la factura.',
    whyShop: 'Recibe este correo porque puede reembolsar pagos del perfil {profile}.',
  },
  it: {
    received: 'Abbiamo ricevuto la tua richiesta',
    paying: 'Il pagamento è in restituzione',
    done: 'Il pagamento è stato restituito',
    declined: 'La tua richiesta è stata rifiutata',
    receivedText: 'Controlliamo la rete e poi decidiamo, di solito entro due giorni lavorativi.',
    payingText:
      'Il nostro team ha approvato la richiesta. L’importo è in viaggio verso l’indirizzo qui sotto, meno la nostra commissione e quella della rete.',
    doneText: 'La rete lo ha confermato.',
    declinedText: 'Il pagamento resta da noi e si può richiedere di nuovo.',
    otherText:
      'Qualcuno con il link della tua fattura ci ha chiesto di restituire questo pagamento. Se non sei stato tu, rispondi a questa email o contatta subito il negozio.',
    shopReceived: 'Un pagante richiede un pagamento smarrito',
    shopDone: 'Un pagamento smarrito è stato restituito',
    shopRefused: 'Una richiesta di un pagamento smarrito è stata rifiutata',
    shopReceivedText:
      'Il pagamento è arrivato in un’altra moneta o senza un tag del tuo profilo, perciò non è nel saldo. Decide il nostro team; non devi fare nulla.',
    shopDoneText: 'La rete lo ha confermato.',
    shopRefusedText: 'Il pagamento resta da noi e si può richiedere di nuovo.',
    net: 'Restituito',
    address: 'Indirizzo',
    transaction: 'Transazione',
    paidBy: 'Restituito con',
    reason: 'Motivo',
    open: 'Apri nel back office',
    check: 'Vedi a che punto è',
    sandbox: 'Questo è un test: non si è mosso denaro reale.',
    why: 'Ricevi questa email perché questo indirizzo è stato indicato per la richiesta o la fattura.',
    whyShop: 'Ricevi questa email perché puoi rimborsare i pagamenti del profilo {profile}.',
  },
  pt: {
    received: 'Recebemos o seu pedido',
    paying: 'O seu pagamento está a ser devolvido',
    done: 'O seu pagamento foi devolvido',
    declined: 'O seu pedido foi recusado',
    receivedText: 'Verificamos a rede e depois decidimos, normalmente em dois dias úteis.',
    payingText:
      'A nossa equipa aprovou o seu pedido. O montante está a caminho do endereço abaixo, menos a nossa taxa e a da rede.',
    doneText: 'A rede confirmou-o.',
    declinedText: 'O pagamento fica connosco e pode ser reclamado novamente.',
    otherText:
      'Alguém com a ligação da sua fatura pediu-nos para devolver este pagamento. Se não foi você, responda a este e-mail ou contacte já a loja.',
    shopReceived: 'Um pagador reclama um pagamento extraviado',
    shopDone: 'Um pagamento extraviado foi devolvido',
    shopRefused: 'Um pedido de pagamento extraviado foi recusado',
    shopReceivedText:
      'O pagamento chegou noutra moeda ou sem uma etiqueta sua, por isso não está no seu saldo. A nossa equipa decide; não precisa de fazer nada.',
    shopDoneText: 'A rede confirmou-o.',
    shopRefusedText: 'O pagamento fica connosco e pode ser reclamado novamente.',
    net: 'Devolvido',
    address: 'Endereço',
    transaction: 'Transação',
    paidBy: 'Devolvido com',
    reason: 'Motivo',
    open: 'Abrir no back office',
    check: 'Ver o estado',
    sandbox: 'Isto é um teste: não se moveu dinheiro real.',
    why: 'Recebe este e-mail porque este endereço foi indicado no pedido ou na fatura.',
    whyShop: 'Recebe este e-mail porque pode reembolsar pagamentos do perfil {profile}.',
  },
  ru: {
    received: 'Мы получили вашу заявку',
    paying: 'Ваш платёж возвращается',
    done: 'Ваш платёж возвращён',
    declined: 'Ваша заявка отклонена',
    receivedText: 'Мы проверим сеть и примем решение, обычно за два рабочих дня.',
    payingText:
      'Наша команда одобрила заявку. Деньги идут на указанный ниже адрес за вычетом нашей комиссии и комиссии сети.',
    doneText: 'Сеть подтвердила возврат.',
    declinedText: 'Платёж остаётся у нас, его можно запросить ещё раз.',
    otherText:
      'Кто-то по ссылке вашего счёта попросил вернуть этот платёж. Если это были не вы, ответьте на это письмо или сразу обратитесь в магазин.',
    shopReceived: 'Плательщик просит вернуть заблудившийся платёж',
    shopDone: 'Заблудившийся платёж возвращён',
    shopRefused: 'Заявка на заблудившийся платёж отклонена',
    shopReceivedText:
      'Платёж пришёл в другой монете или без вашего тега, поэтому его нет на вашем балансе. Решает наша команда; от вас ничего не требуется.',
    shopDoneText: 'Сеть подтвердила возврат.',
    shopRefusedText: 'Платёж остаётся у нас, его можно запросить ещё раз.',
    net: 'Возвращено',
    address: 'Адрес',
    transaction: 'Транзакция',
    paidBy: 'Возвращено транзакцией',
    reason: 'Причина',
    open: 'Открыть в бэк-офисе',
    check: 'Посмотреть статус',
    sandbox: 'Это тест: настоящие деньги не двигались.',
    why: 'Вы получили это письмо, потому что этот адрес указан в заявке или в счёте.',
    whyShop: 'Вы получили это письмо, потому что можете возвращать платежи профиля {profile}.',
  },
};
