// Lets a business in from outside of the website, such as the first one: `npm run merchant -- add --email …`.
import '../db/core/require-node.ts';
import { Value } from 'typebox/value';
import { ApplicationBody } from '../contract/account.ts';
import { type Application, applyByOperator, firstPasswordUrl, LINK_DAYS } from '../db/accounts/applications.ts';
import { normalEmail } from '../db/accounts/users.ts';
import { audit } from '../db/audit/audit.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { domainOf } from '../domain/accounts/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../domain/accounts/business.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { operatorName } from './operator-name.ts';
import { databaseProgram, oneOf, required, run } from './operator-program.ts';
import { say } from './progress.ts';
import { siteUrl } from './site-url.ts';

interface Values {
  readonly email: string;
  readonly contact: string;
  readonly domain: string;
  readonly industry: Application['industry'];
  readonly turnover: Application['turnover'];
  readonly language: Application['language'];
}

async function add(db: Db, values: Values): Promise<void> {
  const application = applicationOf(values);
  const { email, domain } = application;
  const token = await inTransaction(db, async (tx) => {
    const made = await applyByOperator(tx, application);
    // By its domain: the log keeps no address of a person who may never come.
    await audit(tx, {
      chain: 'staff',
      actor: { kind: 'system', id: null, name: operatorName('merchant') },
      origin: null,
      action: 'merchant.link_made',
      target: { kind: 'application', id: made.id, label: domain },
    });
    return made.token;
  });
  say(
    `Link for ${email} to open the account of ${domain} (works once, for ${LINK_DAYS} days):\n\n` +
      `  ${firstPasswordUrl(siteUrl(), token)}\n`,
  );
}

/** The same rules as the form of the website. @throws Error that names every option that is invalid */
function applicationOf({ email, contact, domain: typed, ...chosen }: Values): Application {
  const { properties } = ApplicationBody;
  const domain = domainOf(typed);
  const wrong = [
    ...(Value.Check(properties.email, email) ? [] : ['--email is not an email address.']),
    ...(Value.Check(properties.contact_handle, contact) ? [] : ['--contact is longer than 100 characters.']),
    ...(domain === undefined ? ['--domain is not a domain, such as shop.example.'] : []),
  ];
  if (domain === undefined || wrong.length > 0) throw new Error(wrong.join('\n'));
  return { email: normalEmail(email), contactHandle: contact, domain, ...chosen };
}

const { program, onDatabase } = databaseProgram('merchant', {
  about: 'Opens accounts of businesses from outside of the website, such as the first one.',
  notes: "PUBLIC_URL determines the link's host.",
});
program
  .command('add')
  .description(
    `prints a link to open the account of a business: to set its first password, and then to name the company. The ` +
      `link works once, for ${LINK_DAYS} days, and proves the email address: give it to its owner only. Repeated for ` +
      'an address without an account, prints a new link; earlier ones stop working',
  )
  .addOption(required('--email <address>', 'of the owner'))
  .addOption(required('--contact <handle>', 'how to reach the business, such as a messenger handle or a phone number'))
  .addOption(required('--domain <shop.example>', 'of the shop'))
  .addOption(oneOf('--industry <industry>', 'what it sells', INDUSTRIES).makeOptionMandatory())
  .addOption(oneOf('--turnover <range>', 'a month, in euro', TURNOVER_RANGES).makeOptionMandatory())
  .addOption(oneOf('--language <language>', 'of its emails', LANGUAGES).default('en'))
  .action(onDatabase(add));
await run(program);
