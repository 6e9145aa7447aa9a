import { ACCESS_WORDS } from './access.ts';
import type { AccountWords } from './account-words.ts';
import { MONEY_WORDS } from './money.ts';
import { TEAM_WORDS } from './team.ts';
import { VERIFICATION_WORDS } from './verification.ts';
import { WITHDRAWAL_WORDS } from './withdrawals.ts';

const unknown = 'If this was not you, reset your password at once and contact our support.';
const ignore = 'If you did not request this, ignore this email: nothing happens without the code.';

export const en: AccountWords = {
  codeHint: 'The code is valid for 10 minutes and works once. We never ask for it by phone or email.',
  labels: { browser: 'Browser', ip: 'IP address', time: 'Time', inviter: 'Invited by', company: 'Team' },
  footer: 'This email was sent by Tidegate because of your account.',
  mails: {
    ...VERIFICATION_WORDS.en,
    ...MONEY_WORDS.en,
    ...WITHDRAWAL_WORDS.en,
    ...ACCESS_WORDS.en,
    ...TEAM_WORDS.en,
    sign_up_code: {
      subject: 'Confirm your email address',
      heading: 'Confirm your email address',
      paragraphs: ['Enter this code to finish signing up.', ignore],
    },
    already_registered: {
      subject: 'You already have an account',
      heading: 'You already have an account',
      paragraphs: [
        'Someone requested an account with this email address, but there is one already. Sign in with it, or reset your password if you forgot it.',
        'If this was not you, there is nothing to do.',
      ],
    },
    verify_email_code: {
      subject: 'Confirm your email address',
      heading: 'Confirm your email address',
      paragraphs: ['Enter this code to confirm that this mailbox is yours.', ignore],
    },
    first_password: {
      subject: 'Set your password',
      heading: 'Your application was received',
      paragraphs: ['Set your first password to open your account. The link works once and for 7 days.'],
      link: 'Set password',
    },
    new_device_code: {
      subject: 'Confirm your new device',
      heading: 'Confirm your new device',
      paragraphs: [
        'Someone with your password signs in from a browser we do not know. Enter this code if it is you.',
        unknown,
      ],
    },
    signed_in: {
      subject: 'New sign-in to your account',
      heading: 'New sign-in to your account',
      paragraphs: [unknown],
    },
    reset_code: {
      subject: 'Reset your password',
      heading: 'Reset your password',
      paragraphs: [
        'Enter this code in the browser where you requested it, or choose a new password with the link. The link works once, for a day.',
        ignore,
      ],
      link: 'Choose a new password',
    },
    password_changed: {
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      paragraphs: ['All other browsers were signed out.', unknown],
    },
    email_code: {
      subject: 'Confirm the change of your email address',
      heading: 'Confirm the change of your email address',
      paragraphs: [
        'The address of your account is to become {email}. The change needs the codes sent to both addresses.',
        ignore,
      ],
    },
    email_changed: {
      subject: 'Your email address was changed',
      heading: 'Your email address was changed',
      paragraphs: ['The address of your account is now {email}.', 'If this was not you, contact our support at once.'],
    },
    two_fa_code: {
      subject: 'Turn on two-factor authentication',
      heading: 'Turn on two-factor authentication',
      paragraphs: ['Enter this code together with the one of your authenticator app.', ignore],
    },
    two_fa_enabled: {
      subject: 'Two-factor authentication is on',
      heading: 'Two-factor authentication is on',
      paragraphs: [
        'From now on signing in needs a code of your authenticator app. Keep the recovery codes in a safe place.',
        unknown,
      ],
    },
    two_fa_disabled: {
      subject: 'Two-factor authentication is off',
      heading: 'Two-factor authentication is off',
      paragraphs: ['Signing in needs only your password now.', unknown],
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      heading: 'A recovery code was used',
      paragraphs: [
        'A recovery code took the place of your authenticator app. It does not work a second time.',
        unknown,
      ],
    },
    deletion_requested: {
      subject: 'Your account will be deleted',
      heading: 'Your account will be deleted',
      paragraphs: [
        'Your account is marked for deletion and our support will finish it. Until then you can still withdraw it: write to our support. Afterwards it cannot be undone.',
        'If no one on your team did this, contact our support immediately.',
      ],
    },
    deletion_withdrawn: {
      subject: 'You keep your account',
      heading: 'Your account is not going to be deleted',
      paragraphs: ['The request to delete your account was withdrawn. You can sign in as before.', unknown],
    },
    account_deleted: {
      subject: 'Your account was deleted',
      heading: 'Your account was deleted',
      paragraphs: [
        'Your account was deleted and cannot be restored. We removed what you signed in with and the personal data of your team.',
        'We keep what the law obliges us to keep, such as bookings, invoices and the documents of your verification.',
      ],
    },
    team_invited: {
      subject: 'You are invited to a team',
      heading: 'You are invited to a team',
      paragraphs: [
        'You were invited to a team on Tidegate, as {role}. The names below are as the sender typed them; Tidegate has not checked them.',
        'The link works once, within 7 days. If you do not know who this is, ignore this email.',
      ],
      link: 'Accept invitation',
    },
    team_role_changed: {
      subject: 'Your role was changed',
      heading: 'Your role was changed',
      paragraphs: [
        'In the team of {company} you are {role} now. You were signed out; what you may do is different when you sign in again.',
        'Questions? Ask an admin of your team.',
      ],
    },
    team_blocked: {
      subject: 'Your access was blocked',
      heading: 'Your access was blocked',
      paragraphs: [
        'An admin blocked your access to the account of {company}. You were signed out everywhere.',
        'Questions? Ask an admin of your team.',
      ],
    },
    team_activated: {
      subject: 'Your access is open again',
      heading: 'Your access is open again',
      paragraphs: ['An admin unblocked your access to the account of {company}. You can sign in as before.'],
    },
    team_two_fa_reset: {
      subject: 'Your two-factor authentication was reset',
      heading: 'Your two-factor authentication was reset',
      paragraphs: [
        'An admin of {company} turned your two-factor authentication off and you were signed out everywhere. Sign in with your password and turn it on again in your settings.',
        'If you did not ask for this, speak to your admin at once.',
      ],
    },
    team_removed: {
      subject: 'You were removed from a team',
      heading: 'You were removed from a team',
      paragraphs: ['An admin removed you from the team of {company}. You can no longer sign in with this address.'],
    },
    scheduled_report: {
      subject: 'Your scheduled report {report}',
      heading: 'Your scheduled report is ready',
      paragraphs: [
        'The report {report} for {days} can be downloaded. The link asks you to sign in; only people of your team can open it.',
        'You get this email because the report was scheduled for you. To stop it, open {stop}',
      ],
      link: 'Download the report',
    },
    report_ready: {
      subject: 'Your report {report}',
      heading: 'Your report is ready',
      paragraphs: [
        'The report {report} can be downloaded. The link asks you to sign in; only people of your team can open it.',
      ],
      link: 'Download the report',
    },
  },
};
