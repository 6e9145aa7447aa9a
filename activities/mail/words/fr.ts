import { ACCESS_WORDS } from './access.ts';
import type { AccountWords } from './account-words.ts';
import { MONEY_WORDS } from './money.ts';
import { TEAM_WORDS } from './team.ts';
import { VERIFICATION_WORDS } from './verification.ts';
import { WITHDRAWAL_WORDS } from './withdrawals.ts';

const unknown = "Si ce n'était pas vous, réinitialisez immédiatement votre mot de passe et contactez notre support.";
const ignore = "Si vous n'avez rien demandé, ignorez cet e-mail : rien ne se passe sans le code.";

export const fr: AccountWords = {
  codeHint:
    'Le code est valable 10 minutes et une seule fois. Nous ne le demandons jamais par téléphone ni par e-mail.',
  labels: { browser: 'Navigateur', ip: 'Adresse IP', time: 'Heure', inviter: 'Invité par', company: 'Équipe' },
  footer: 'Cet e-mail a été envoyé par Tidegate au sujet de votre compte.',
  mails: {
    ...VERIFICATION_WORDS.fr,
    ...MONEY_WORDS.fr,
    ...WITHDRAWAL_WORDS.fr,
    ...ACCESS_WORDS.fr,
    ...TEAM_WORDS.fr,
    sign_up_code: {
      subject: 'Confirmez votre adresse e-mail',
      heading: 'Confirmez votre adresse e-mail',
      paragraphs: ['Saisissez ce code pour terminer votre inscription.', ignore],
    },
    already_registered: {
      subject: 'Vous avez déjà un compte',
      heading: 'Vous avez déjà un compte',
      paragraphs: [
        "Quelqu'un a demandé un compte avec cette adresse e-mail, mais il en existe déjà un. Connectez-vous, ou réinitialisez votre mot de passe si vous l'avez oublié.",
        "Si ce n'était pas vous, vous n'avez rien à faire.",
      ],
    },
    verify_email_code: {
      subject: 'Confirmez votre adresse e-mail',
      heading: 'Confirmez votre adresse e-mail',
      paragraphs: ['Saisissez ce code pour confirmer que cette boîte vous appartient.', ignore],
    },
    first_password: {
      subject: 'Définissez votre mot de passe',
      heading: 'Votre demande a été reçue',
      paragraphs: [
        'Définissez votre premier mot de passe pour ouvrir votre compte. Le lien fonctionne une fois, pendant 7 jours.',
      ],
      link: 'Définir le mot de passe',
    },
    new_device_code: {
      subject: 'Confirmez votre nouvel appareil',
      heading: 'Confirmez votre nouvel appareil',
      paragraphs: [
        "Quelqu'un se connecte avec votre mot de passe depuis un navigateur que nous ne connaissons pas. Saisissez ce code si c'est vous.",
        unknown,
      ],
    },
    signed_in: {
      subject: 'Nouvelle connexion à votre compte',
      heading: 'Nouvelle connexion à votre compte',
      paragraphs: [unknown],
    },
    reset_code: {
      subject: 'Réinitialisez votre mot de passe',
      heading: 'Réinitialisez votre mot de passe',
      paragraphs: [
        "Saisissez ce code dans le navigateur où vous l'avez demandé, ou choisissez un nouveau mot de passe par le lien. Le lien fonctionne une fois, pendant un jour.",
        ignore,
      ],
      link: 'Choisir un mot de passe',
    },
    password_changed: {
      subject: 'Votre mot de passe a été modifié',
      heading: 'Votre mot de passe a été modifié',
      paragraphs: ['Tous les autres navigateurs ont été déconnectés.', unknown],
    },
    email_code: {
      subject: 'Confirmez le changement de votre adresse e-mail',
      heading: 'Confirmez le changement de votre adresse e-mail',
      paragraphs: [
        "L'adresse de votre compte doit devenir {email}. Le changement exige les codes envoyés aux deux adresses.",
        ignore,
      ],
    },
    email_changed: {
      subject: 'Votre adresse e-mail a été modifiée',
      heading: 'Votre adresse e-mail a été modifiée',
      paragraphs: [
        "L'adresse de votre compte est désormais {email}.",
        "Si ce n'était pas vous, contactez immédiatement notre support.",
      ],
    },
    two_fa_code: {
      subject: "Activer l'authentification à deux facteurs",
      heading: "Activer l'authentification à deux facteurs",
      paragraphs: ["Saisissez ce code avec celui de votre application d'authentification.", ignore],
    },
    two_fa_enabled: {
      subject: "L'authentification à deux facteurs est activée",
      heading: "L'authentification à deux facteurs est activée",
      paragraphs: [
        "La connexion exige désormais un code de votre application d'authentification. Conservez les codes de récupération en lieu sûr.",
        unknown,
      ],
    },
    two_fa_disabled: {
      subject: "L'authentification à deux facteurs est désactivée",
      heading: "L'authentification à deux facteurs est désactivée",
      paragraphs: ['Votre mot de passe suffit désormais pour vous connecter.', unknown],
    },
    recovery_code_used: {
      subject: 'Un code de récupération a été utilisé',
      heading: 'Un code de récupération a été utilisé',
      paragraphs: [
        "Un code de récupération a remplacé votre application d'authentification. Il ne fonctionne pas une seconde fois.",
        unknown,
      ],
    },
    deletion_requested: {
      subject: 'Votre compte sera supprimé',
      heading: 'Votre compte sera supprimé',
      paragraphs: [
        "Votre compte est marqué pour suppression et notre support l'achèvera. D'ici là, vous pouvez encore annuler votre demande : écrivez à notre support. Ensuite, c'est irréversible.",
        'Si personne de votre équipe n’en est à l’origine, contactez immédiatement notre support.',
      ],
    },
    deletion_withdrawn: {
      subject: 'Vous gardez votre compte',
      heading: 'Votre compte ne sera pas supprimé',
      paragraphs: [
        'La demande de suppression de votre compte a été annulée. Vous pouvez vous connecter comme avant.',
        unknown,
      ],
    },
    account_deleted: {
      subject: 'Votre compte a été supprimé',
      heading: 'Votre compte a été supprimé',
      paragraphs: [
        'Votre compte a été supprimé et ne peut pas être rétabli. Vos données de connexion et les données personnelles de votre équipe ont été effacées.',
        'Nous conservons ce que la loi nous oblige à garder, comme les écritures, les factures et les documents de votre vérification.',
      ],
    },
    team_invited: {
      subject: 'Vous êtes invité dans une équipe',
      heading: 'Vous êtes invité dans une équipe',
      paragraphs: [
        'Vous avez été invité dans une équipe sur Tidegate, en tant que {role}. Les noms ci-dessous sont ceux saisis par l’expéditeur ; Tidegate ne les a pas vérifiés.',
        'Le lien s’ouvre une seule fois, pendant 7 jours. Si vous ne savez pas de qui il s’agit, ignorez ce message.',
      ],
      link: 'Accepter l’invitation',
    },
    team_role_changed: {
      subject: 'Votre rôle a été modifié',
      heading: 'Votre rôle a été modifié',
      paragraphs: [
        'Dans l’équipe de {company}, vous êtes désormais {role}. Vous avez été déconnecté ; vos droits seront différents à la prochaine connexion.',
        'Une question ? Adressez-vous à un admin de votre équipe.',
      ],
    },
    team_blocked: {
      subject: 'Votre accès a été bloqué',
      heading: 'Votre accès a été bloqué',
      paragraphs: [
        'Un admin a bloqué votre accès au compte de {company}. Vous avez été déconnecté partout.',
        'Une question ? Adressez-vous à un admin de votre équipe.',
      ],
    },
    team_activated: {
      subject: 'Votre accès est rouvert',
      heading: 'Votre accès est rouvert',
      paragraphs: ['Un admin a débloqué votre accès au compte de {company}. Vous pouvez vous connecter comme avant.'],
    },
    team_two_fa_reset: {
      subject: 'Votre authentification à deux facteurs a été réinitialisée',
      heading: 'Votre authentification à deux facteurs a été réinitialisée',
      paragraphs: [
        'Un admin de {company} a désactivé votre authentification à deux facteurs et vous avez été déconnecté partout. Connectez-vous avec votre mot de passe et réactivez-la dans vos paramètres.',
        'Si vous ne l’avez pas demandé, parlez-en tout de suite à votre admin.',
      ],
    },
    team_removed: {
      subject: 'Vous avez été retiré d’une équipe',
      heading: 'Vous avez été retiré d’une équipe',
      paragraphs: [
        'Un admin vous a retiré de l’équipe de {company}. Vous ne pouvez plus vous connecter avec cette adresse.',
      ],
    },
    scheduled_report: {
      subject: 'Votre rapport programmé {report}',
      heading: 'Votre rapport programmé est prêt',
      paragraphs: [
        'Le rapport {report} pour {days} peut être téléchargé. Le lien demande de se connecter ; seuls les membres de votre équipe peuvent l’ouvrir.',
        'Vous recevez cet e-mail parce que ce rapport a été programmé pour vous. Pour l’arrêter, ouvrez {stop}',
      ],
      link: 'Télécharger le rapport',
    },
    report_ready: {
      subject: 'Votre rapport {report}',
      heading: 'Votre rapport est prêt',
      paragraphs: [
        'Le rapport {report} peut être téléchargé. Le lien demande de se connecter ; seules les personnes de votre équipe peuvent l’ouvrir.',
      ],
      link: 'Télécharger le rapport',
    },
  },
};
