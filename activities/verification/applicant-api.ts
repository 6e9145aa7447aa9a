import { createHmac, randomUUID } from 'node:crypto';
import { type ProviderReview, readReview } from '../../domain/compliance/provider-news.ts';
import { ProviderRefusedError, type Subject, type SubjectDocument, type VerificationProvider } from './port.ts';

export interface ApplicantApiOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly appToken: string;
  readonly secret: string;
  /** The names of the provider's sets of checks. */
  readonly levels: { readonly company: string; readonly individual: string };
  /** A call that takes longer failed, and is tried again. Default 20 seconds. */
  readonly timeoutMs?: number;
  readonly nowMs?: () => number;
}

/**
 * The adapter to the applicant interface that Sumsub publishes ("Applicants API"): each request carries the app's
 * token, the time in seconds, and in lower-case hex the HMAC-SHA-256 of time, method, path with query, and body.
 */
export function openApplicantApi(options: ApplicantApiOptions): VerificationProvider {
  const call = caller(options);
  return {
    async createApplicant(subject) {
      const level = encodeURIComponent(options.levels[subject.kind]);
      const answer = await call(
        'POST',
        `/resources/applicants?levelName=${level}`,
        jsonBody(applicantOf(subject)),
        [409],
      );
      if (answer.status !== 409) return textOf(answer.json, 'id');
      // It was made by an earlier attempt.
      const external = encodeURIComponent(subject.externalId);
      const known = await call('GET', `/resources/applicants/-;externalUserId=${external}/one`);
      return textOf(known.json, 'id');
    },
    async addDocument(applicantId, document) {
      const path = `/resources/applicants/${encodeURIComponent(applicantId)}/info/idDoc`;
      const { headers, json } = await call('POST', path, multipart(document));
      return headers.get('x-image-id') ?? textOf(json, 'idDocType');
    },
    async requestCheck(applicantId) {
      await call('POST', `/resources/applicants/${encodeURIComponent(applicantId)}/status/pending`);
    },
    async readReview(applicantId) {
      const { json } = await call('GET', `/resources/applicants/${encodeURIComponent(applicantId)}/status`);
      return readReview(json as ProviderReview);
    },
  };
}

/** The signature of a request, in lower-case hex. */
export function requestSignature(
  secret: string,
  { time, method, path, body }: { time: string; method: string; path: string; body: Uint8Array },
): string {
  return createHmac('sha256', secret).update(time).update(method).update(path).update(body).digest('hex');
}

interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

const MAX_ANSWER = 1_000_000;

function caller({ url, appToken, secret, timeoutMs = 20_000, nowMs = Date.now }: ApplicantApiOptions) {
  return async (
    method: 'GET' | 'POST',
    path: string,
    body?: Body,
    expected: readonly number[] = [],
  ): Promise<Answer> => {
    const bytes = body?.bytes ?? new Uint8Array();
    const time = String(Math.floor(nowMs() / 1000));
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'x-app-token': appToken,
        'x-app-access-ts': time,
        'x-app-access-sig': requestSignature(secret, { time, method, path, body: bytes }),
        ...(body === undefined ? {} : { 'content-type': body.type }),
      },
      body: body === undefined ? undefined : bytes,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = (await response.text()).slice(0, MAX_ANSWER);
    if (!response.ok && !expected.includes(response.status)) throw failure(response.status, method, path);
    return { status: response.status, headers: response.headers, json: text === '' ? {} : JSON.parse(text) };
  };
}

/** Too many calls, a time-out and faults of the provider pass; what it refuses, it refuses again. */
function failure(status: number, method: string, path: string): Error {
  const message = `The verification provider answered ${status} to ${method} ${path.split('?')[0]}.`;
  const passes = status >= 500 || status === 408 || status === 429 || status === 401;
  return passes ? new Error(message) : new ProviderRefusedError(message);
}

function applicantOf({ externalId, kind, name, country, birthDate, nationality, registrationNumber }: Subject) {
  const info =
    kind === 'company'
      ? { companyInfo: { companyName: name, country: alpha3(country), registrationNumber } }
      : {
          firstName: name.split(' ').slice(0, -1).join(' '),
          lastName: name.split(' ').at(-1),
          dob: birthDate,
          nationality,
          country: alpha3(country),
        };
  return { externalUserId: externalId, type: kind, fixedInfo: info };
}

// The interface names countries by three letters; these are the ones that Intl does not know to make.
function alpha3(country: string): string {
  return ALPHA3[country] ?? country;
}

const ALPHA3: Readonly<Record<string, string>> = Object.fromEntries(
  'AT:AUT BE:BEL BG:BGR CH:CHE CY:CYP CZ:CZE DE:DEU DK:DNK EE:EST ES:ESP FI:FIN FR:FRA GB:GBR GR:GRC HR:HRV HU:HUN IE:IRL IS:ISL IT:ITA LI:LIE LT:LTU LU:LUX LV:LVA MT:MLT NL:NLD NO:NOR PL:POL PT:PRT RO:ROU SE:SWE SI:SVN SK:SVK US:USA CA:CAN AU:AUS JP:JPN BR:BRA MX:MEX TR:TUR UA:UKR'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

function jsonBody(value: unknown): Body {
  return { bytes: new Uint8Array(Buffer.from(JSON.stringify(value))), type: 'application/json' };
}

/** Put together by hand, because the signature is over the very bytes that are sent. */
function multipart({ kind, country, fileName, contentType, bytes }: SubjectDocument): Body {
  const boundary = randomUUID();
  const metadata = JSON.stringify({ idDocType: DOCUMENT_TYPES[kind] ?? 'OTHER', country: alpha3(country) });
  const name = fileName.replaceAll(/[^\w.-]/g, '_');
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n${metadata}\r\n` +
    `--${boundary}\r\ncontent-disposition: form-data; name="content"; filename="${name}"\r\n` +
    `content-type: ${contentType}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { bytes: new Uint8Array(whole), type: `multipart/form-data; boundary=${boundary}` };
}

const DOCUMENT_TYPES: Readonly<Record<string, string>> = {
  identity: 'ID_CARD',
  identity_back: 'ID_CARD',
  person_address: 'UTILITY_BILL',
  registration: 'COMPANY_DOC',
  ownership: 'COMPANY_DOC',
  business_address: 'COMPANY_DOC',
  licence: 'COMPANY_DOC',
  source_of_funds: 'INCOME_SOURCE',
};

function textOf(json: unknown, name: string): string {
  const value = (json as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof value !== 'string' || value === '') throw new Error(`The verification provider's answer has no ${name}.`);
  return value;
}
