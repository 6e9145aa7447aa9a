import { fieldError } from '../../domain/errors.ts';

/** An application's request to a merchant. */
export interface AuthorizeRequest {
  /** As it calls itself: shown, never trusted. */
  readonly application: string;
  /** Where the answer is posted to. */
  readonly redirect: URL;
  readonly permissions: readonly string[];
  /** Goes back as it came, for applications that compare it. */
  readonly state: string | undefined;
}

export interface AuthorizeNames {
  readonly application: string;
  readonly redirect: string;
  readonly permissions: string;
}

/**
 * Reads the query of an authorize page. The address is http or https, without a user: whether it is the shop's own is
 * decided once the merchant has chosen the shop.
 * @throws DomainError `validation_failed` that names what is wrong
 */
export function readAuthorizeRequest(query: URLSearchParams, names: AuthorizeNames): AuthorizeRequest {
  const text = query.get(names.redirect) ?? '';
  const redirect = text.length <= 2000 && URL.canParse(text) ? new URL(text) : undefined;
  if (redirect === undefined || !/^https?:$/.test(redirect.protocol) || redirect.hostname === '') {
    throw fieldError(names.redirect, 'The link names no address of a shop that the key could go to.');
  }
  if (redirect.username !== '' || redirect.password !== '') {
    throw fieldError(names.redirect, 'The address that the key would go to contains a user or password.');
  }
  const permissions = query.getAll(names.permissions);
  if (permissions.length === 0 || permissions.length > 50) {
    throw fieldError(names.permissions, 'The link asks for no permissions.');
  }
  const state = query.get('state');
  return {
    application: nameOf(query.get(names.application)),
    redirect,
    permissions,
    state: state === null || state.length > 500 ? undefined : state,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const CONTROL = /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** Nothing in a name may turn the text around it. */
function nameOf(text: string | null): string {
  const name = (text ?? '').replaceAll(CONTROL, '').trim().slice(0, 60).toWellFormed();
  return name === '' ? 'An application' : name;
}
