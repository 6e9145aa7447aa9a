import FormHelperText from '@mui/material/FormHelperText';
import { useEffect, useRef } from 'react';
import { useBound } from '../forms/use-bound.ts';
import { authCalls } from './auth-calls.ts';

interface CaptchaProps {
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** The riddle of the captcha provider as the field `recaptcha_token` of the form around it. */
export function CaptchaInput() {
  const { error, onChange } = useBound<string>('recaptcha_token');
  return <Captcha error={error} onChange={onChange} />;
}

/** The riddle of the captcha provider, where one is configured; nothing elsewhere. */
export function Captcha({ error, onChange }: CaptchaProps) {
  const box = useRef<HTMLDivElement>(null);
  const reset = useRef<() => void>(undefined);
  const tell = useRef(onChange);
  tell.current = onChange;

  useEffect(() => {
    let gone = false;
    void widget().then((found) => {
      if (found === null || gone || box.current === null) return;
      const set = (value: string) => tell.current({ target: { value } });
      const id = found.api.render(box.current, {
        sitekey: found.siteKey,
        callback: set,
        'expired-callback': () => set(''),
      });
      reset.current = () => found.api.reset(id);
    });
    return () => {
      gone = true;
    };
  }, []);
  // A token is good for one try.
  useEffect(() => {
    if (error !== undefined) reset.current?.();
  }, [error]);

  return (
    <div>
      <div ref={box} />
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </div>
  );
}

/** The body of a call, with the token of the riddle where one was solved. */
export function withCaptcha<Values extends { readonly recaptcha_token: string }>(
  values: Values,
): Omit<Values, 'recaptcha_token'> & { recaptcha_token?: string } {
  const { recaptcha_token, ...body } = values;
  return recaptcha_token === '' ? body : { ...body, recaptcha_token };
}

interface CaptchaApi {
  render(
    box: HTMLElement,
    options: { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void },
  ): unknown;
  reset(id: unknown): void;
}

declare global {
  interface Window {
    grecaptcha?: CaptchaApi;
    captchaLoaded?: () => void;
  }
}

let loading: Promise<CaptchaApi> | undefined;

async function widget(): Promise<{ api: CaptchaApi; siteKey: string } | null> {
  try {
    const { captcha_site_key: siteKey, captcha_script_url: script } = await authCalls.signUpForm();
    if (siteKey === null || script === null) return null;
    loading ??= load(script);
    return { api: await loading, siteKey };
  } catch {
    // Without the riddle the server says what is missing when the form is sent.
    loading = undefined;
    return null;
  }
}

function load(address: string): Promise<CaptchaApi> {
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    url.searchParams.set('render', 'explicit');
    url.searchParams.set('onload', 'captchaLoaded');
    window.captchaLoaded = () => (window.grecaptcha ? resolve(window.grecaptcha) : reject(new Error('no captcha')));
    const script = document.createElement('script');
    script.src = url.href;
    script.async = true;
    script.addEventListener('error', () => reject(new Error('no captcha')));
    document.head.append(script);
  });
}
