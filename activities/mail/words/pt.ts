import { ACCESS_WORDS } from './access.ts';
import type { AccountWords } from './account-words.ts';
import { MONEY_WORDS } from './money.ts';
import { TEAM_WORDS } from './team.ts';
import { VERIFICATION_WORDS } from './verification.ts';
import { WITHDRAWAL_WORDS } from './withdrawals.ts';

const unknown = 'Se não foi você, redefina imediatamente a sua palavra-passe e contacte o nosso suporte.';
const ignore = 'Se não pediu isto, ignore este e-mail: sem o código nada acontece.';

export const pt: AccountWords = {
  codeHint: 'O código é válido durante 10 minutos e uma única vez. Nunca o pedimos por telefone ou e-mail.',
  labels: { browser: 'Navegador', ip: 'Endereço IP', time: 'Hora', inviter: 'Convidado por', company: 'Equipa' },
  footer: 'Este e-mail foi enviado pela Tidegate por causa da sua conta.',
  mails: {
    ...VERIFICATION_WORDS.pt,
    ...MONEY_WORDS.pt,
    ...WITHDRAWAL_WORDS.pt,
    ...ACCESS_WORDS.pt,
    ...TEAM_WORDS.pt,
    sign_up_code: {
      subject: 'Confirme o seu endereço de e-mail',
      heading: 'Confirme o seu endereço de e-mail',
      paragraphs: ['Introduza este código para concluir o registo.', ignore],
    },
    already_registered: {
      subject: 'Já tem uma conta',
      heading: 'Já tem uma conta',
      paragraphs: [
        'Alguém pediu uma conta com este endereço de e-mail, mas já existe uma. Inicie sessão com ela ou redefina a palavra-passe se a esqueceu.',
        'Se não foi você, não precisa de fazer nada.',
      ],
    },
    verify_email_code: {
      subject: 'Confirme o seu endereço de e-mail',
      heading: 'Confirme o seu endereço de e-mail',
      paragraphs: ['Introduza este código para confirmar que esta caixa de correio é sua.', ignore],
    },
    first_password: {
      subject: 'Defina a sua palavra-passe',
      heading: 'Recebemos o seu pedido',
      paragraphs: [
        'Defina a primeira palavra-passe para abrir a sua conta. A ligação funciona uma vez e durante 7 dias.',
      ],
      link: 'Definir palavra-passe',
    },
    new_device_code: {
      subject: 'Confirme o seu novo dispositivo',
      heading: 'Confirme o seu novo dispositivo',
      paragraphs: [
        'Alguém está a iniciar sessão com a sua palavra-passe num navegador que não conhecemos. Introduza este código se for você.',
        unknown,
      ],
    },
    signed_in: {
      subject: 'Novo início de sessão na sua conta',
      heading: 'Novo início de sessão na sua conta',
      paragraphs: [unknown],
    },
    reset_code: {
      subject: 'Redefina a sua palavra-passe',
      heading: 'Redefina a sua palavra-passe',
      paragraphs: [
        'Introduza este código no navegador onde o pediu, ou escolha uma nova palavra-passe com a ligação. A ligação funciona uma vez, durante um dia.',
        ignore,
      ],
      link: 'Escolher nova palavra-passe',
    },
    password_changed: {
      subject: 'A sua palavra-passe foi alterada',
      heading: 'A sua palavra-passe foi alterada',
      paragraphs: ['A sessão foi terminada em todos os outros navegadores.', unknown],
    },
    email_code: {
      subject: 'Confirme a alteração do seu endereço de e-mail',
      heading: 'Confirme a alteração do seu endereço de e-mail',
      paragraphs: [
        'O endereço da sua conta vai passar a ser {email}. A alteração precisa dos códigos enviados para ambos os endereços.',
        ignore,
      ],
    },
    email_changed: {
      subject: 'O seu endereço de e-mail foi alterado',
      heading: 'O seu endereço de e-mail foi alterado',
      paragraphs: [
        'O endereço da sua conta é agora {email}.',
        'Se não foi você, contacte imediatamente o nosso suporte.',
      ],
    },
    two_fa_code: {
      subject: 'Ativar a autenticação de dois fatores',
      heading: 'Ativar a autenticação de dois fatores',
      paragraphs: ['Introduza este código juntamente com o da sua aplicação de autenticação.', ignore],
    },
    two_fa_enabled: {
      subject: 'A autenticação de dois fatores está ativa',
      heading: 'A autenticação de dois fatores está ativa',
      paragraphs: [
        'A partir de agora, iniciar sessão exige um código da sua aplicação de autenticação. Guarde os códigos de recuperação num lugar seguro.',
        unknown,
      ],
    },
    two_fa_disabled: {
      subject: 'A autenticação de dois fatores está desativada',
      heading: 'A autenticação de dois fatores está desativada',
      paragraphs: ['Agora basta a sua palavra-passe para iniciar sessão.', unknown],
    },
    recovery_code_used: {
      subject: 'Foi usado um código de recuperação',
      heading: 'Foi usado um código de recuperação',
      paragraphs: [
        'Um código de recuperação substituiu a sua aplicação de autenticação. Não funciona uma segunda vez.',
        unknown,
      ],
    },
    deletion_requested: {
      subject: 'A sua conta será eliminada',
      heading: 'A sua conta será eliminada',
      paragraphs: [
        'A sua conta está marcada para eliminação e o nosso suporte irá concluí-la. Até lá ainda pode retirar o pedido: escreva ao nosso suporte. Depois não pode ser anulado.',
        'Se não foi ninguém da sua equipa, contacte de imediato o nosso suporte.',
      ],
    },
    deletion_withdrawn: {
      subject: 'Mantém a sua conta',
      heading: 'A sua conta não será eliminada',
      paragraphs: ['O pedido de eliminação da sua conta foi retirado. Pode iniciar sessão como antes.', unknown],
    },
    account_deleted: {
      subject: 'A sua conta foi eliminada',
      heading: 'A sua conta foi eliminada',
      paragraphs: [
        'A sua conta foi eliminada e não pode ser restaurada. Removemos os seus dados de acesso e os dados pessoais da sua equipa.',
        'Guardamos o que a lei nos obriga a guardar, como registos contabilísticos, faturas e os documentos da sua verificação.',
      ],
    },
    team_invited: {
      subject: 'Foi convidado para uma equipa',
      heading: 'Foi convidado para uma equipa',
      paragraphs: [
        'Foi convidado para uma equipa no Tidegate, como {role}. Os nomes abaixo são os que o remetente escreveu; o Tidegate não os verificou.',
        'A ligação abre uma só vez e durante 7 dias. Se não sabe de quem se trata, ignore este e-mail.',
      ],
      link: 'Aceitar o convite',
    },
    team_role_changed: {
      subject: 'A sua função foi alterada',
      heading: 'A sua função foi alterada',
      paragraphs: [
        'Na equipa de {company} é agora {role}. A sua sessão foi terminada; ao entrar de novo poderá fazer outras coisas.',
        'Dúvidas? Fale com um admin da sua equipa.',
      ],
    },
    team_blocked: {
      subject: 'O seu acesso foi bloqueado',
      heading: 'O seu acesso foi bloqueado',
      paragraphs: [
        'Um admin bloqueou o seu acesso à conta de {company}. Todas as suas sessões foram terminadas.',
        'Dúvidas? Fale com um admin da sua equipa.',
      ],
    },
    team_activated: {
      subject: 'O seu acesso está de novo aberto',
      heading: 'O seu acesso está de novo aberto',
      paragraphs: ['Um admin desbloqueou o seu acesso à conta de {company}. Pode entrar como antes.'],
    },
    team_two_fa_reset: {
      subject: 'A sua autenticação de dois fatores foi reposta',
      heading: 'A sua autenticação de dois fatores foi reposta',
      paragraphs: [
        'Um admin de {company} desativou a sua autenticação de dois fatores e todas as suas sessões foram terminadas. Entre com a palavra-passe e volte a ativá-la nas definições.',
        'Se não o pediu, fale de imediato com o seu admin.',
      ],
    },
    team_removed: {
      subject: 'Foi removido de uma equipa',
      heading: 'Foi removido de uma equipa',
      paragraphs: ['Um admin removeu-o da equipa de {company}. Já não pode entrar com este endereço.'],
    },
    scheduled_report: {
      subject: 'O seu relatório agendado {report}',
      heading: 'O seu relatório agendado está pronto',
      paragraphs: [
        'O relatório {report} de {days} pode ser baixado. O link pede para iniciar sessão; apenas pessoas da sua equipe podem abri-lo.',
        'Você recebe este e-mail porque o relatório foi agendado para você. Para interrompê-lo, abra {stop}',
      ],
      link: 'Baixar o relatório',
    },
    report_ready: {
      subject: 'O seu relatório {report}',
      heading: 'O seu relatório está pronto',
      paragraphs: [
        'O relatório {report} pode ser descarregado. A ligação pede para iniciar sessão; só as pessoas da sua equipa a podem abrir.',
      ],
      link: 'Descarregar o relatório',
    },
  },
};
