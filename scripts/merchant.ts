// Lets a business in from outside of the website, such as the first one: `npm run merchant -- add --email …`.
import '../db/core/require-node.ts';
import { parseArgs } from 'node:util';
import { Value } from 'typebox/value';
import { ApplicationBody } from '../contract/account.ts';
import { type Application, applyByOperator, firstPasswordUrl, LINK_DAYS } from '../db/accounts/applications.ts';
import { normalEmail } from '../db/accounts/users.ts';
import { audit } from '../db/audit/audit.ts';
import { type Db, inTransaction } from '../db/core/sequelize.ts';
import { domainOf } from '../domain/accounts/account-rules.ts';
import { INDUSTRIES, TURNOVER_RANGES } from '../domain/accounts/business.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { openDatabase } from './operator-database.ts';
import { operatorName } from './operator-name.ts';
import { say } from './progress.ts';
import { siteUrl } from './site-url.ts';

const USAGE = `Usage: npm run merchant -- add --email <address> --contact <handle> --domain <shop.example>
                              --industry <industry> --turnover <range> [--language <language>]
         prints a link to open the account of a business: to set its first password, and then to name the company.
         The link works once, for ${LINK_DAYS} days, and proves the email address: give it to its owner only.
         Repeated for an address without an account, prints a new link; earlier ones stop working

  --contact   how to reach the business, such as a messenger handle or a phone number
  --industry  ${INDUSTRIES.join(', ')}
  --turnover  a month, in euro: ${TURNOVER_RANGES.join(', ')}
  --language  of its emails: ${LANGUAGES.join(', ')}; default: en

Uses the database in DATABASE_URL, or the one that npm start runs on DATA_DIR. PUBLIC_URL determines the link's host.`;

const text = { type: 'string' } as const;
const options = { email: text, contact: text, domain: text, industry: text, turnover: text, language: text };
type Values = { readonly [name in keyof typeof options]?: string | undefined };

async function main(): Promise<void> {
  let db: Db | undefined;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    if (positionals.length !== 1 || positionals[0] !== 'add') {
      say(USAGE);
      process.exitCode = 64;
      return;
    }
    const application = applicationOf(values);
    db = await openDatabase('merchant');
    await add(db, application);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    await db?.close();
  }
}

async function add(db: Db, application: Application): Promise<void> {
  const { email, domain } = application;
  const token = await inTransaction(db, async (tx) => {
    const made = await applyByOperator(tx, application);
    // By its domain: the log keeps no address of a person who may never come.
    await audit(tx, {
      ...{ chain: 'staff', actor: { kind: 'system', id: null, name: operatorName('merchant') }, origin: null },
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

/** What the website's form takes as well. @throws Error that names every option that is missing or invalid */
function applicationOf({ email, contact, domain, industry, turnover, language = 'en' }: Values): Application {
  const fields = { email: email?.trim(), contact_handle: contact?.trim(), industry, turnover, language };
  const { properties } = ApplicationBody;
  const wrong = [
    ...(Value.Check(properties.email, fields.email) ? [] : ['--email is missing or not an email address.']),
    ...(Value.Check(properties.contact_handle, fields.contact_handle)
      ? []
      : ['--contact is missing or longer than 100 characters.']),
    ...(domainOf(domain ?? '') === undefined ? ['--domain is missing or not a domain, such as shop.example.'] : []),
    ...(Value.Check(properties.industry, industry) ? [] : [`--industry must be one of ${INDUSTRIES.join(', ')}.`]),
    ...(Value.Check(properties.turnover, turnover) ? [] : [`--turnover must be one of ${TURNOVER_RANGES.join(', ')}.`]),
    ...(Value.Check(properties.language, language) ? [] : [`--language must be one of ${LANGUAGES.join(', ')}.`]),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return {
    email: normalEmail(fields.email ?? ''),
    contactHandle: fields.contact_handle ?? '',
    domain: domainOf(domain ?? '') ?? '',
    industry: industry as Application['industry'],
    turnover: turnover as Application['turnover'],
    language: language as Application['language'],
  };
}

await main();
