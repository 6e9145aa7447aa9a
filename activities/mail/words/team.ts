import type { TeamMails } from '../../../domain/accounts/account-mail.ts';
import type { Language } from '../../../domain/languages.ts';
import type { MailWords } from './account-words.ts';

/**
 * The words of warnings about the team, and of mails that there are more of a kind; each heading is the subject too.
 */
export const TEAM_WORDS: Readonly<Record<Language, Readonly<Record<Kind, MailWords>>>> = {
  en: mails(
    'If nobody of your team wanted this, block the person, cancel open payouts and contact our support at once.',
    {
      team_member_invited: [
        'Somebody was invited to your team',
        '{by} invited to your team, with a role that can send money: {people}.',
      ],
      team_member_joined: ['Somebody joined your team', 'With a role that can send money, invited by {by}: {people}.'],
      team_member_raised: [
        'Somebody in your team may do more now',
        '{by} gave more rights over your money to: {people}.',
      ],
      more_changes: [
        'More changes of one kind',
        '“{what}” happened {count} times within an hour, the last time by {by}. Until {until} we do not email every further one of this kind. The audit log in your back office shows them all.',
      ],
    },
  ),
  de: mails(
    'Wenn das niemand aus Ihrem Team wollte, sperren Sie die Person, brechen Sie offene Auszahlungen ab und melden Sie sich sofort bei unserem Support.',
    {
      team_member_invited: [
        'Jemand wurde in Ihr Team eingeladen',
        '{by} hat mit einer Rolle, die Geld senden kann, in Ihr Team eingeladen: {people}.',
      ],
      team_member_joined: [
        'Jemand ist Ihrem Team beigetreten',
        'Mit einer Rolle, die Geld senden kann, eingeladen von {by}: {people}.',
      ],
      team_member_raised: [
        'Jemand in Ihrem Team darf jetzt mehr',
        '{by} hat mehr Rechte über Ihr Geld vergeben an: {people}.',
      ],
      more_changes: [
        'Weitere Änderungen derselben Art',
        '„{what}“ ist innerhalb einer Stunde {count}-mal vorgekommen, zuletzt durch {by}. Bis {until} schicken wir nicht mehr zu jeder weiteren dieser Art eine E-Mail. Das Audit-Protokoll in Ihrem Back-Office zeigt alle.',
      ],
    },
  ),
  fr: mails(
    'Si personne de votre équipe ne l’a voulu, bloquez cette personne, annulez les paiements en cours et contactez immédiatement notre support.',
    {
      team_member_invited: [
        'Une personne a été invitée dans votre équipe',
        '{by} a invité dans votre équipe, avec un rôle qui peut envoyer de l’argent : {people}.',
      ],
      team_member_joined: [
        'Une personne a rejoint votre équipe',
        'Avec un rôle qui peut envoyer de l’argent, sur invitation de {by} : {people}.',
      ],
      team_member_raised: [
        'Une personne de votre équipe a reçu plus de droits',
        '{by} a donné plus de droits sur votre argent à : {people}.',
      ],
      more_changes: [
        'D’autres modifications du même type',
        '« {what} » s’est produit {count} fois en une heure, la dernière fois par {by}. Jusqu’à {until}, nous n’envoyons plus un e-mail pour chacune des suivantes. Le journal d’audit de votre back-office les montre toutes.',
      ],
    },
  ),
  es: mails(
    'Si no lo quiso nadie de su equipo, bloquee a esa persona, cancele los pagos pendientes y contacte de inmediato con nuestro soporte.',
    {
      team_member_invited: [
        'Se ha invitado a alguien a su equipo',
        '{by} ha invitado a su equipo, con un rol que puede enviar dinero, a: {people}.',
      ],
      team_member_joined: [
        'Alguien se ha unido a su equipo',
        'Con un rol que puede enviar dinero, por invitación de {by}: {people}.',
      ],
      team_member_raised: [
        'Alguien de su equipo tiene ahora más permisos',
        '{by} ha dado más permisos sobre su dinero a: {people}.',
      ],
      more_changes: [
        'Más cambios del mismo tipo',
        '«{what}» ha ocurrido {count} veces en una hora, la última por {by}. Hasta {until} no enviamos un correo por cada uno de los siguientes. El registro de auditoría de su back office los muestra todos.',
      ],
    },
  ),
  it: mails(
    'Se nessuno del Suo team lo ha voluto, blocchi la persona, annulli i pagamenti in sospeso e contatti subito la nostra assistenza.',
    {
      team_member_invited: [
        'Qualcuno è stato invitato nel Suo team',
        '{by} ha invitato nel Suo team, con un ruolo che può inviare denaro: {people}.',
      ],
      team_member_joined: [
        'Qualcuno è entrato nel Suo team',
        'Con un ruolo che può inviare denaro, su invito di {by}: {people}.',
      ],
      team_member_raised: [
        'Qualcuno del Suo team ha ricevuto più permessi',
        '{by} ha dato più permessi sul Suo denaro a: {people}.',
      ],
      more_changes: [
        'Altre modifiche dello stesso tipo',
        '«{what}» è avvenuto {count} volte in un’ora, l’ultima da parte di {by}. Fino a {until} non inviamo un’email per ognuna delle successive. Il registro di controllo del Suo back office le mostra tutte.',
      ],
    },
  ),
  pt: mails(
    'Se ninguém da sua equipa o quis, bloqueie a pessoa, cancele os pagamentos pendentes e contacte de imediato o nosso suporte.',
    {
      team_member_invited: [
        'Alguém foi convidado para a sua equipa',
        '{by} convidou para a sua equipa, com uma função que pode enviar dinheiro: {people}.',
      ],
      team_member_joined: [
        'Alguém entrou na sua equipa',
        'Com uma função que pode enviar dinheiro, a convite de {by}: {people}.',
      ],
      team_member_raised: [
        'Alguém da sua equipa recebeu mais permissões',
        '{by} deu mais permissões sobre o seu dinheiro a: {people}.',
      ],
      more_changes: [
        'Mais alterações do mesmo tipo',
        '«{what}» aconteceu {count} vezes numa hora, a última por {by}. Até {until} não enviamos um e-mail por cada uma das seguintes. O registo de auditoria do seu back office mostra todas.',
      ],
    },
  ),
  ru: mails(
    'Если этого не хотел никто из вашей команды, заблокируйте этого человека, отмените открытые выплаты и немедленно свяжитесь с нашей поддержкой.',
    {
      team_member_invited: [
        'В вашу команду приглашён новый участник',
        '{by} приглашает в вашу команду с ролью, которая может отправлять деньги: {people}.',
      ],
      team_member_joined: [
        'В вашей команде новый участник',
        'С ролью, которая может отправлять деньги, по приглашению {by}: {people}.',
      ],
      team_member_raised: [
        'Кто-то в вашей команде получил больше прав',
        '{by} даёт больше прав на ваши деньги: {people}.',
      ],
      more_changes: [
        'Ещё изменения того же рода',
        '«{what}»: {count} раз за час, последний раз — {by}. До {until} мы не присылаем письмо о каждом следующем. Все они видны в журнале аудита вашего кабинета.',
      ],
    },
  ),
};

type Kind = keyof TeamMails | 'more_changes';
type Short = Readonly<Record<Kind, readonly [subject: string, paragraph: string]>>;

/** Every warning ends with what to do. */
function mails(warning: string, short: Short): Readonly<Record<Kind, MailWords>> {
  const words = ([subject, paragraph]: readonly [string, string]): MailWords => ({
    subject,
    heading: subject,
    paragraphs: [paragraph, warning],
  });
  return {
    team_member_invited: words(short.team_member_invited),
    team_member_joined: words(short.team_member_joined),
    team_member_raised: words(short.team_member_raised),
    more_changes: words(short.more_changes),
  };
}
