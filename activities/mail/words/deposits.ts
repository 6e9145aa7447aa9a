import type { Language } from '../../../domain/languages.ts';

/** The subject of an email about a deposit. */
export type DepositNews = 'done' | 'gone' | 'reorganized';

/** Everything that emails about deposits say in one language. */
export interface DepositWords {
  readonly headings: Readonly<Record<DepositNews, string>>;
  readonly paragraphs: Readonly<Record<DepositNews, string>>;
  readonly notConverted: string;
  readonly labels: Readonly<Record<'net' | 'converted' | 'reference' | 'transaction', string>>;
  readonly open: string;
  readonly sandbox: string;
  /** Why the email came; `{profile}` is the integration profile's name. */
  readonly why: string;
}

export const DEPOSIT_WORDS: Readonly<Record<Language, DepositWords>> = {
  en: {
    headings: {
      done: 'A deposit is done',
      gone: 'A deposit did not arrive',
      reorganized: 'A deposit was reversed by the network',
    },
    paragraphs: {
      done: 'The network has confirmed it, and it is in your balance.',
      gone: 'The network dropped or replaced its transaction. Nothing was credited. If it is paid again, it is credited then.',
      reorganized:
        'The network took back a payment that was already in your balance. The balance was corrected, and payouts of this asset wait until the payment is confirmed again or our support has decided.',
    },
    notConverted: 'It could not be converted: the coins are in your balance as they came.',
    labels: {
      net: 'Added to your balance',
      converted: 'Converted into',
      reference: 'Reference',
      transaction: 'Transaction',
    },
    open: 'Open in the back office',
    sandbox: 'This is a test: no real money moved.',
    why: 'You receive this email because of the email notifications of the profile {profile}. Change them under Integration, Profile.',
  },
  de: {
    headings: {
      done: 'Eine Einzahlung ist abgeschlossen',
      gone: 'Eine Einzahlung ist nicht angekommen',
      reorganized: 'Das Netzwerk hat eine Einzahlung zurückgenommen',
    },
    paragraphs: {
      done: 'Das Netzwerk hat sie bestätigt, und sie ist in Ihrem Guthaben.',
      gone: 'Das Netzwerk hat die Transaktion verworfen oder ersetzt. Es wurde nichts gutgeschrieben. Wird erneut gezahlt, wird das dann gutgeschrieben.',
      reorganized:
        'Das Netzwerk hat eine Zahlung zurückgenommen, die schon in Ihrem Guthaben war. Das Guthaben wurde berichtigt; Auszahlungen dieses Assets warten, bis die Zahlung wieder bestätigt ist oder unser Support entschieden hat.',
    },
    notConverted: 'Sie konnte nicht umgetauscht werden: Die Coins sind unverändert in Ihrem Guthaben.',
    labels: {
      net: 'Ihrem Guthaben gutgeschrieben',
      converted: 'Umgetauscht in',
      reference: 'Referenz',
      transaction: 'Transaktion',
    },
    open: 'Im Backoffice öffnen',
    sandbox: 'Dies ist ein Test: Es wurde kein echtes Geld bewegt.',
    why: 'Sie erhalten diese E-Mail wegen der E-Mail-Benachrichtigungen des Profils {profile}. Sie ändern sie unter Integration, Profil.',
  },
  es: {
    headings: {
      done: 'Un depósito se ha completado',
      gone: 'Un depósito no ha llegado',
      reorganized: 'La red ha revertido un depósito',
    },
    paragraphs: {
      done: 'La red lo ha confirmado y está en su saldo.',
      gone: 'La red ha descartado o sustituido la transacción. No se ha abonado nada. Si se vuelve a pagar, se abonará entonces.',
      reorganized:
        'La red ha revertido un pago que ya estaba en su saldo. El saldo se ha corregido y los pagos salientes de este activo esperan hasta que el pago se confirme de nuevo o nuestro soporte haya decidido.',
    },
    notConverted: 'No se pudo convertir: las monedas están en su saldo tal como llegaron.',
    labels: {
      net: 'Añadido a su saldo',
      converted: 'Convertido en',
      reference: 'Referencia',
      transaction: 'Transacción',
    },
    open: 'Abrir en el panel',
    sandbox: 'Esto es una prueba: no se ha movido dinero real.',
    why: 'Recibe este correo por las notificaciones por correo del perfil {profile}. Puede cambiarlas en Integración, Perfil.',
  },
  fr: {
    headings: {
      done: 'Un dépôt est terminé',
      gone: 'Un dépôt n’est pas arrivé',
      reorganized: 'Le réseau a annulé un dépôt',
    },
    paragraphs: {
      done: 'Le réseau l’a confirmé et il est sur votre solde.',
      gone: 'Le réseau a abandonné ou remplacé la transaction. Rien n’a été crédité. Si elle est payée à nouveau, elle sera alors créditée.',
      reorganized:
        'Le réseau a annulé un paiement qui était déjà sur votre solde. Le solde a été corrigé et les versements de cet actif attendent que le paiement soit de nouveau confirmé ou que notre support ait décidé.',
    },
    notConverted:
      'Il n’a pas pu être converti : les cryptomonnaies sont sur votre solde telles qu’elles sont arrivées.',
    labels: {
      net: 'Ajouté à votre solde',
      converted: 'Converti en',
      reference: 'Référence',
      transaction: 'Transaction',
    },
    open: 'Ouvrir dans le back-office',
    sandbox: 'Ceci est un test : aucun argent réel n’a été transféré.',
    why: 'Vous recevez cet e-mail en raison des notifications par e-mail du profil {profile}. Modifiez-les sous Intégration, Profil.',
  },
  it: {
    headings: {
      done: 'Un deposito è completato',
      gone: 'Un deposito non è arrivato',
      reorganized: 'La rete ha annullato un deposito',
    },
    paragraphs: {
      done: 'La rete l’ha confermato ed è nel tuo saldo.',
      gone: 'La rete ha scartato o sostituito la transazione. Non è stato accreditato nulla. Se viene pagata di nuovo, sarà accreditata allora.',
      reorganized:
        'La rete ha annullato un pagamento che era già nel tuo saldo. Il saldo è stato corretto e i pagamenti in uscita di questo asset attendono finché il pagamento è di nuovo confermato o il nostro supporto ha deciso.',
    },
    notConverted: 'Non è stato possibile convertirlo: le monete sono nel tuo saldo così come sono arrivate.',
    labels: {
      net: 'Aggiunto al tuo saldo',
      converted: 'Convertito in',
      reference: 'Riferimento',
      transaction: 'Transazione',
    },
    open: 'Apri nel back office',
    sandbox: 'Questo è un test: non è stato trasferito denaro reale.',
    why: 'Ricevi questa e-mail per le notifiche e-mail del profilo {profile}. Puoi modificarle in Integrazione, Profilo.',
  },
  pt: {
    headings: {
      done: 'Um depósito foi concluído',
      gone: 'Um depósito não chegou',
      reorganized: 'A rede reverteu um depósito',
    },
    paragraphs: {
      done: 'A rede confirmou-o e está no seu saldo.',
      gone: 'A rede descartou ou substituiu a transação. Nada foi creditado. Se for paga de novo, será creditada então.',
      reorganized:
        'A rede reverteu um pagamento que já estava no seu saldo. O saldo foi corrigido e os pagamentos enviados deste ativo aguardam até que o pagamento seja confirmado de novo ou o nosso suporte decida.',
    },
    notConverted: 'Não foi possível convertê-lo: as moedas estão no seu saldo tal como chegaram.',
    labels: {
      net: 'Adicionado ao seu saldo',
      converted: 'Convertido em',
      reference: 'Referência',
      transaction: 'Transação',
    },
    open: 'Abrir no back office',
    sandbox: 'Isto é um teste: não foi movimentado dinheiro real.',
    why: 'Recebe este e-mail devido às notificações por e-mail do perfil {profile}. Pode alterá-las em Integração, Perfil.',
  },
  ru: {
    headings: {
      done: 'Депозит зачислен',
      gone: 'Депозит не поступил',
      reorganized: 'Сеть отменила депозит',
    },
    paragraphs: {
      done: 'Сеть подтвердила его, и он на вашем балансе.',
      gone: 'Сеть отклонила или заменила транзакцию. Ничего не зачислено. Если её оплатят снова, сумма будет зачислена.',
      reorganized:
        'Сеть отменила платёж, который уже был на вашем балансе. Баланс исправлен, а выплаты в этом активе ждут, пока платёж не подтвердится снова или пока не примет решение наша поддержка.',
    },
    notConverted: 'Его не удалось конвертировать: монеты на вашем балансе в том виде, в каком поступили.',
    labels: {
      net: 'Зачислено на баланс',
      converted: 'Конвертировано в',
      reference: 'Номер',
      transaction: 'Транзакция',
    },
    open: 'Открыть в бэк-офисе',
    sandbox: 'Это тест: реальные деньги не переводились.',
    why: 'Вы получили это письмо из-за уведомлений по почте профиля {profile}. Изменить их можно в разделе «Интеграция», «Профиль».',
  },
};
