import type { OutgoingMailEvent } from '../../../domain/accounts/merchant-mail.ts';
import type { Language } from '../../../domain/languages.ts';

/** Everything that emails about outgoing money say in one language. */
export interface OutgoingWords {
  readonly headings: Readonly<Record<OutgoingMailEvent, string>>;
  readonly paragraphs: Readonly<Record<'done' | 'error' | 'canceled', string>>;
  readonly labels: Readonly<Record<'amount' | 'net' | 'address' | 'reference' | 'lines' | 'failed', string>>;
  readonly open: string;
  readonly sandbox: string;
  /** Why the email came; `{profile}` is the integration profile's name. */
  readonly why: string;
}

export const OUTGOING_WORDS: Readonly<Record<Language, OutgoingWords>> = {
  en: {
    headings: {
      'payout.done': 'A payout is done',
      'payout.error': 'A payout has failed',
      'payout.canceled': 'A payout was canceled',
      'mass_payout.done': 'A mass payout is done',
      'mass_payout.error': 'A mass payout has failed lines',
      'refund.done': 'A refund is done',
      'refund.error': 'A refund has failed',
      'refund.canceled': 'A refund was canceled',
    },
    paragraphs: {
      done: 'The network has confirmed it.',
      error: 'Open it to see why and what you can do.',
      canceled: 'The money is back where it came from.',
    },
    labels: {
      amount: 'Amount',
      net: 'Recipient receives',
      address: 'Address',
      reference: 'Reference',
      lines: 'Lines',
      failed: 'Failed lines',
    },
    open: 'Open in the back office',
    sandbox: 'This is a test: no real money moved.',
    why: 'You receive this email because of the email notifications of the profile {profile}. Change them under Integration, Profile.',
  },
  de: {
    headings: {
      'payout.done': 'Eine Auszahlung ist abgeschlossen',
      'payout.error': 'Eine Auszahlung ist fehlgeschlagen',
      'payout.canceled': 'Eine Auszahlung wurde abgebrochen',
      'mass_payout.done': 'Eine Sammelauszahlung ist abgeschlossen',
      'mass_payout.error': 'Eine Sammelauszahlung hat fehlgeschlagene Zeilen',
      'refund.done': 'Eine Erstattung ist abgeschlossen',
      'refund.error': 'Eine Erstattung ist fehlgeschlagen',
      'refund.canceled': 'Eine Erstattung wurde abgebrochen',
    },
    paragraphs: {
      done: 'Das Netzwerk hat sie bestätigt.',
      error: 'Öffnen Sie sie, um den Grund und Ihre Möglichkeiten zu sehen.',
      canceled: 'Das Geld ist dorthin zurückgekehrt, woher es kam.',
    },
    labels: {
      amount: 'Betrag',
      net: 'Empfänger erhält',
      address: 'Adresse',
      reference: 'Referenz',
      lines: 'Zeilen',
      failed: 'Fehlgeschlagene Zeilen',
    },
    open: 'Im Backoffice öffnen',
    sandbox: 'Dies ist ein Test: Es wurde kein echtes Geld bewegt.',
    why: 'Sie erhalten diese E-Mail wegen der E-Mail-Benachrichtigungen des Profils {profile}. Sie ändern sie unter Integration, Profil.',
  },
  es: {
    headings: {
      'payout.done': 'Un pago saliente se ha completado',
      'payout.error': 'Un pago saliente ha fallado',
      'payout.canceled': 'Un pago saliente se ha cancelado',
      'mass_payout.done': 'Un pago masivo se ha completado',
      'mass_payout.error': 'Un pago masivo tiene líneas fallidas',
      'refund.done': 'Un reembolso se ha completado',
      'refund.error': 'Un reembolso ha fallado',
      'refund.canceled': 'Un reembolso se ha cancelado',
    },
    paragraphs: {
      done: 'La red lo ha confirmado.',
      error: 'Ábralo para ver el motivo y qué puede hacer.',
      canceled: 'El dinero ha vuelto a su origen.',
    },
    labels: {
      amount: 'Importe',
      net: 'El destinatario recibe',
      address: 'Dirección',
      reference: 'Referencia',
      lines: 'Líneas',
      failed: 'Líneas fallidas',
    },
    open: 'Abrir en el panel',
    sandbox: 'Esto es una prueba: no se ha movido dinero real.',
    why: 'Recibe este correo por las notificaciones por correo del perfil {profile}. Puede cambiarlas en Integración, Perfil.',
  },
  fr: {
    headings: {
      'payout.done': 'Un versement est terminé',
      'payout.error': 'Un versement a échoué',
      'payout.canceled': 'Un versement a été annulé',
      'mass_payout.done': 'Un versement groupé est terminé',
      'mass_payout.error': 'Un versement groupé contient des lignes échouées',
      'refund.done': 'Un remboursement est terminé',
      'refund.error': 'Un remboursement a échoué',
      'refund.canceled': 'Un remboursement a été annulé',
    },
    paragraphs: {
      done: 'Le réseau l’a confirmé.',
      error: 'Ouvrez-le pour voir la raison et ce que vous pouvez faire.',
      canceled: 'L’argent est revenu à son origine.',
    },
    labels: {
      amount: 'Montant',
      net: 'Le destinataire reçoit',
      address: 'Adresse',
      reference: 'Référence',
      lines: 'Lignes',
      failed: 'Lignes échouées',
    },
    open: 'Ouvrir dans le back-office',
    sandbox: 'Ceci est un test : aucun argent réel n’a été transféré.',
    why: 'Vous recevez cet e-mail en raison des notifications par e-mail du profil {profile}. Modifiez-les sous Intégration, Profil.',
  },
  it: {
    headings: {
      'payout.done': 'Un pagamento in uscita è completato',
      'payout.error': 'Un pagamento in uscita non è riuscito',
      'payout.canceled': 'Un pagamento in uscita è stato annullato',
      'mass_payout.done': 'Un pagamento di massa è completato',
      'mass_payout.error': 'Un pagamento di massa ha righe non riuscite',
      'refund.done': 'Un rimborso è completato',
      'refund.error': 'Un rimborso non è riuscito',
      'refund.canceled': 'Un rimborso è stato annullato',
    },
    paragraphs: {
      done: 'La rete l’ha confermato.',
      error: 'Lo apra per vedere il motivo e che cosa può fare.',
      canceled: 'Il denaro è tornato alla sua origine.',
    },
    labels: {
      amount: 'Importo',
      net: 'Il destinatario riceve',
      address: 'Indirizzo',
      reference: 'Riferimento',
      lines: 'Righe',
      failed: 'Righe non riuscite',
    },
    open: 'Apri nel back office',
    sandbox: 'Questo è un test: non è stato trasferito denaro reale.',
    why: 'Riceve questa email per le notifiche email del profilo {profile}. Può modificarle in Integrazione, Profilo.',
  },
  pt: {
    headings: {
      'payout.done': 'Um pagamento enviado foi concluído',
      'payout.error': 'Um pagamento enviado falhou',
      'payout.canceled': 'Um pagamento enviado foi cancelado',
      'mass_payout.done': 'Um pagamento em massa foi concluído',
      'mass_payout.error': 'Um pagamento em massa tem linhas falhadas',
      'refund.done': 'Um reembolso foi concluído',
      'refund.error': 'Um reembolso falhou',
      'refund.canceled': 'Um reembolso foi cancelado',
    },
    paragraphs: {
      done: 'A rede confirmou-o.',
      error: 'Abra-o para ver o motivo e o que pode fazer.',
      canceled: 'O dinheiro voltou à sua origem.',
    },
    labels: {
      amount: 'Montante',
      net: 'O destinatário recebe',
      address: 'Endereço',
      reference: 'Referência',
      lines: 'Linhas',
      failed: 'Linhas falhadas',
    },
    open: 'Abrir no back office',
    sandbox: 'Isto é um teste: não foi movimentado dinheiro real.',
    why: 'Recebe este e-mail devido às notificações por e-mail do perfil {profile}. Pode alterá-las em Integração, Perfil.',
  },
  ru: {
    headings: {
      'payout.done': 'Выплата завершена',
      'payout.error': 'Выплата не удалась',
      'payout.canceled': 'Выплата отменена',
      'mass_payout.done': 'Массовая выплата завершена',
      'mass_payout.error': 'В массовой выплате есть неудачные строки',
      'refund.done': 'Возврат завершён',
      'refund.error': 'Возврат не удался',
      'refund.canceled': 'Возврат отменён',
    },
    paragraphs: {
      done: 'Сеть подтвердила операцию.',
      error: 'Откройте её, чтобы узнать причину и возможные действия.',
      canceled: 'Деньги вернулись туда, откуда были списаны.',
    },
    labels: {
      amount: 'Сумма',
      net: 'Получатель получит',
      address: 'Адрес',
      reference: 'Номер',
      lines: 'Строки',
      failed: 'Неудачные строки',
    },
    open: 'Открыть в бэк-офисе',
    sandbox: 'Это тест: реальные деньги не переводились.',
    why: 'Вы получили это письмо из-за уведомлений по почте профиля {profile}. Изменить их можно в разделе «Интеграция», «Профиль».',
  },
};
