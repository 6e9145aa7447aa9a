import type { AccessMails } from '../../../domain/accounts/account-mail.ts';
import type { Language } from '../../../domain/languages.ts';
import type { MailWords } from './account-words.ts';

/** The words of mails about tokens and keys, by language; each heading is the subject too. */
export const ACCESS_WORDS: Readonly<Record<Language, Readonly<Record<keyof AccessMails, MailWords>>>> = {
  en: mails(
    'If no one on your team did this, delete the token, cancel open payouts and contact our support immediately.',
    {
      token_added: ['An API token was created', '{by} created the API token “{title}”.'],
      token_changed: [
        'An API token was given more power',
        '{by} changed what the API token “{title}” may do or from where.',
      ],
      token_renewed: ['The secret of an API token was reset', '{by} reset the secret of the API token “{title}”.'],
      notification_key_read: [
        'The notification key was shown or renewed',
        '{by} displayed or renewed the key that signs your webhooks ({title}).',
      ],
      notification_url_changed: [
        'The notification URL was changed',
        '{by} changed where your webhooks are sent. They now go to {title}.',
      ],
    },
  ),
  de: mails(
    'Wenn das niemand aus Ihrem Team war, löschen Sie den Token, brechen Sie offene Auszahlungen ab und melden Sie sich sofort bei unserem Support.',
    {
      token_added: ['Ein API-Token wurde erstellt', '{by} hat den API-Token „{title}“ erstellt.'],
      token_changed: [
        'Ein API-Token darf mehr als zuvor',
        '{by} hat geändert, was der API-Token „{title}“ darf oder von wo aus.',
      ],
      token_renewed: [
        'Das Geheimnis eines API-Tokens wurde erneuert',
        '{by} hat das Geheimnis des API-Tokens „{title}“ erneuert.',
      ],
      notification_key_read: [
        'Der Benachrichtigungsschlüssel wurde angezeigt oder erneuert',
        '{by} hat den Schlüssel angezeigt oder erneuert, der Ihre Webhooks signiert ({title}).',
      ],
      notification_url_changed: [
        'Die Benachrichtigungs-URL wurde geändert',
        '{by} hat geändert, wohin Ihre Webhooks gesendet werden. Sie gehen jetzt an {title}.',
      ],
    },
  ),
  fr: mails(
    'Si personne de votre équipe n’en est à l’origine, supprimez le jeton, annulez les paiements en cours et contactez immédiatement notre support.',
    {
      token_added: ['Un jeton API a été créé', '{by} a créé le jeton API « {title} ».'],
      token_changed: [
        'Un jeton API a reçu plus de droits',
        '{by} a modifié ce que le jeton API « {title} » peut faire ou depuis quelles adresses.',
      ],
      token_renewed: [
        'Le secret d’un jeton API a été réinitialisé',
        '{by} a réinitialisé le secret du jeton API « {title} ».',
      ],
      notification_key_read: [
        'La clé de notification a été affichée ou renouvelée',
        '{by} a affiché ou renouvelé la clé qui signe vos webhooks ({title}).',
      ],
      notification_url_changed: [
        'L’URL de notification a été modifiée',
        '{by} a modifié la destination de vos webhooks. Ils sont désormais envoyés à {title}.',
      ],
    },
  ),
  es: mails(
    'Si no fue nadie de su equipo, elimine el token, cancele los pagos pendientes y contacte de inmediato con nuestro soporte.',
    {
      token_added: ['Se creó un token de API', '{by} creó el token de API «{title}».'],
      token_changed: [
        'Un token de API recibió más permisos',
        '{by} cambió lo que puede hacer el token de API «{title}» o desde dónde.',
      ],
      token_renewed: [
        'Se restableció el secreto de un token de API',
        '{by} restableció el secreto del token de API «{title}».',
      ],
      notification_key_read: [
        'Se mostró o renovó la clave de notificación',
        '{by} mostró o renovó la clave que firma sus webhooks ({title}).',
      ],
      notification_url_changed: [
        'Se cambió la URL de notificación',
        '{by} cambió el destino de sus webhooks. Ahora se envían a {title}.',
      ],
    },
  ),
  it: mails(
    'Se non è stato nessuno del Suo team, elimini il token, annulli i pagamenti in sospeso e contatti subito la nostra assistenza.',
    {
      token_added: ['È stato creato un token API', '{by} ha creato il token API «{title}».'],
      token_changed: [
        'Un token API ha ricevuto più permessi',
        '{by} ha modificato che cosa può fare il token API «{title}» o da dove.',
      ],
      token_renewed: [
        'Il segreto di un token API è stato reimpostato',
        '{by} ha reimpostato il segreto del token API «{title}».',
      ],
      notification_key_read: [
        'La chiave di notifica è stata mostrata o rinnovata',
        '{by} ha mostrato o rinnovato la chiave che firma i Suoi webhook ({title}).',
      ],
      notification_url_changed: [
        'L’URL di notifica è stato modificato',
        '{by} ha modificato la destinazione dei Suoi webhook. Ora vengono inviati a {title}.',
      ],
    },
  ),
  pt: mails(
    'Se não foi ninguém da sua equipa, elimine o token, cancele os pagamentos pendentes e contacte de imediato o nosso suporte.',
    {
      token_added: ['Foi criado um token de API', '{by} criou o token de API «{title}».'],
      token_changed: [
        'Um token de API recebeu mais permissões',
        '{by} alterou o que o token de API «{title}» pode fazer ou a partir de onde.',
      ],
      token_renewed: ['O segredo de um token de API foi reposto', '{by} repôs o segredo do token de API «{title}».'],
      notification_key_read: [
        'A chave de notificação foi mostrada ou renovada',
        '{by} mostrou ou renovou a chave que assina os seus webhooks ({title}).',
      ],
      notification_url_changed: [
        'O URL de notificação foi alterado',
        '{by} alterou o destino dos seus webhooks. Agora são enviados para {title}.',
      ],
    },
  ),
  ru: mails(
    'Если это сделал не кто-то из вашей команды, удалите токен, отмените открытые выплаты и немедленно свяжитесь с нашей поддержкой.',
    {
      token_added: ['Создан API-токен', '{by} создал(а) API-токен «{title}».'],
      token_changed: [
        'API-токен получил больше прав',
        '{by} изменил(а), что может делать API-токен «{title}» или с каких адресов.',
      ],
      token_renewed: ['Секрет API-токена обновлён', '{by} обновил(а) секрет API-токена «{title}».'],
      notification_key_read: [
        'Ключ уведомлений показан или обновлён',
        '{by} просмотрел(а) или обновил(а) ключ, которым подписываются ваши вебхуки ({title}).',
      ],
      notification_url_changed: [
        'Адрес уведомлений изменён',
        '{by} изменил(а), куда отправляются ваши вебхуки. Теперь они приходят на {title}.',
      ],
    },
  ),
};

type Short = Readonly<Record<keyof AccessMails, readonly [subject: string, paragraph: string]>>;

/** Every warning ends with what to do. */
function mails(warning: string, short: Short): Readonly<Record<keyof AccessMails, MailWords>> {
  const words = ([subject, paragraph]: readonly [string, string]): MailWords => ({
    subject,
    heading: subject,
    paragraphs: [paragraph, warning],
  });
  return {
    token_added: words(short.token_added),
    token_changed: words(short.token_changed),
    token_renewed: words(short.token_renewed),
    notification_key_read: words(short.notification_key_read),
    notification_url_changed: words(short.notification_url_changed),
  };
}
