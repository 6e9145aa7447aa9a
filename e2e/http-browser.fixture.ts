import { newId } from '../domain/ids.ts';

/** A browser without a window: it keeps cookies and sends the CSRF header. A file is sent as it is. */
export async function openHttpBrowser(url: string) {
  const jar = new Map<string, string>();
  const visitor = newId();
  const call = async (method: string, path: string, body?: object | Blob) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-visitor-id': visitor,
        'x-xsrf-token': jar.get('XSRF-TOKEN') ?? '',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
  await call('GET', '/auth/csrf-cookie');
  return call;
}
