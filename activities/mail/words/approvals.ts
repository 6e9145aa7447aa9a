import type { Language } from '../../../domain/languages.ts';

/** The objects that can wait for the approval of another person. */
export type Approvable = 'payout' | 'mass_payout' | 'refund' | 'withdrawal';

/** Everything that emails about missing approvals say in one language. */
export interface ApprovalWords {
  readonly headings: Readonly<Record<Approvable, string>>;
  readonly text: string;
  readonly amount: string;
  readonly file: string;
  readonly open: string;
  readonly sandbox: string;
  /** `{profile}` is the integration profile's name. */
  readonly why: string;
}

export const APPROVAL_WORDS: Readonly<Record<Language, ApprovalWords>> = {
  en: {
    headings: {
      payout: 'A payout waits for approval',
      mass_payout: 'A mass payout waits for approval',
      refund: 'A refund waits for approval',
      withdrawal: 'A withdrawal waits for approval',
    },
    text: 'Another person than the one who requested it has to approve it. Without an approval it is canceled after seven days, and the money returns to the balance.',
    amount: 'Amount',
    file: 'File',
    open: 'Check and approve',
    sandbox: 'This is a test: no real money moves.',
    why: 'You receive this email because you may approve for the profile {profile}.',
  },
  de: {
    headings: {
      payout: 'Eine Auszahlung wartet auf Freigabe',
      mass_payout: 'Eine Sammelauszahlung wartet auf Freigabe',
      refund: 'Eine Erstattung wartet auf Freigabe',
      withdrawal: 'Eine Banküberweisung wartet auf Freigabe',
    },
    text: 'Eine andere Person als die, die sie angefordert hat, muss sie freigeben. Ohne Freigabe wird sie nach sieben Tagen abgebrochen und das Geld kehrt auf das Guthaben zurück.',
    amount: 'Betrag',
    file: 'Datei',
    open: 'Prüfen und freigeben',
    sandbox: 'Dies ist ein Test: Es bewegt sich kein echtes Geld.',
    why: 'Sie erhalten diese E-Mail, weil Sie für das Profil {profile} freigeben dürfen.',
  },
  fr: {
    headings: {
      payout: 'Un paiement sortant attend une approbation',
      mass_payout: 'Un paiement groupé attend une approbation',
      refund: 'Un remboursement attend une approbation',
      withdrawal: 'Un retrait attend une approbation',
    },
    text: 'Une autre personne que celle qui l’a demandé doit l’approuver. Sans approbation, il est annulé au bout de sept jours et l’argent revient sur le solde.',
    amount: 'Montant',
    file: 'Fichier',
    open: 'Vérifier et approuver',
    sandbox: 'Ceci est un test : aucun argent réel n’est transféré.',
    why: 'Vous recevez cet e-mail parce que vous pouvez approuver pour le profil {profile}.',
  },
  es: {
    headings: {
      payout: 'Un pago saliente espera aprobación',
      mass_payout: 'Un pago masivo espera aprobación',
      refund: 'Un reembolso espera aprobación',
      withdrawal: 'Un retiro espera aprobación',
    },
    text: 'Debe aprobarlo una persona distinta de la que lo solicitó. Sin aprobación se cancela a los siete días y el dinero vuelve al saldo.',
    amount: 'Importe',
    file: 'Archivo',
    open: 'Revisar y aprobar',
    sandbox: 'Esto es una prueba: no se mueve dinero real.',
    why: 'Recibe este correo porque puede aprobar para el perfil {profile}.',
  },
  it: {
    headings: {
      payout: 'Un pagamento in uscita attende l’approvazione',
      mass_payout: 'Un pagamento multiplo attende l’approvazione',
      refund: 'Un rimborso attende l’approvazione',
      withdrawal: 'Un prelievo attende l’approvazione',
    },
    text: 'Deve approvarlo una persona diversa da chi l’ha richiesto. Senza approvazione viene annullato dopo sette giorni e il denaro torna sul saldo.',
    amount: 'Importo',
    file: 'File',
    open: 'Verifica e approva',
    sandbox: 'Questa è una prova: non si muove denaro reale.',
    why: 'Riceve questa e-mail perché può approvare per il profilo {profile}.',
  },
  pt: {
    headings: {
      payout: 'Um pagamento aguarda aprovação',
      mass_payout: 'Um pagamento em massa aguarda aprovação',
      refund: 'Um reembolso aguarda aprovação',
      withdrawal: 'Um levantamento aguarda aprovação',
    },
    text: 'Tem de ser aprovado por outra pessoa que não a que o pediu. Sem aprovação é cancelado ao fim de sete dias e o dinheiro volta ao saldo.',
    amount: 'Montante',
    file: 'Ficheiro',
    open: 'Verificar e aprovar',
    sandbox: 'Isto é um teste: não se move dinheiro real.',
    why: 'Recebe este e-mail porque pode aprovar para o perfil {profile}.',
  },
  ru: {
    headings: {
      payout: 'Выплата ожидает одобрения',
      mass_payout: 'Массовая выплата ожидает одобрения',
      refund: 'Возврат ожидает одобрения',
      withdrawal: 'Вывод средств ожидает одобрения',
    },
    text: 'Его должен одобрить не тот, кто создал запрос. Без одобрения операция отменяется через семь дней, и деньги возвращаются на баланс.',
    amount: 'Сумма',
    file: 'Файл',
    open: 'Проверить и одобрить',
    sandbox: 'Это тест: настоящие деньги не переводятся.',
    why: 'Вы получили это письмо, потому что можете одобрять операции профиля {profile}.',
  },
};
