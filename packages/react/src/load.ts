/** An invoice as the payment page tells of it. */
export interface EmbeddedInvoice {
  readonly id: string;
  readonly status: string;
  readonly paid: boolean;
  readonly version: number;
}

interface Callbacks {
  readonly onReady: () => void;
  readonly onStatus: (invoice: EmbeddedInvoice) => void;
  readonly onPaid: (invoice: EmbeddedInvoice) => void;
  readonly onClose: () => void;
}

/** The functions of `/embed/v1.js` of a gateway. */
interface TidegateScript {
  readonly version: 1;
  open(invoice: string, callbacks: Callbacks): { close(): void };
  mount(element: HTMLElement, invoice: string, callbacks: Callbacks): { unmount(): void };
}

declare global {
  interface Window {
    Tidegate?: TidegateScript;
  }
}

/** Loads the script of the gateway, once. Another try after a failure loads it again. */
export async function loadTidegate(invoice: string, gateway: string | undefined): Promise<TidegateScript> {
  const address = URL.canParse(invoice) ? invoice : gateway;
  if (address === undefined) throw new TypeError('TidegateCheckout needs a checkout_url, or an id and the gateway.');
  const { origin } = new URL(address);
  if (window.Tidegate?.version === 1) return window.Tidegate;
  const loading = scripts.get(origin) ?? load(`${origin}/embed/v1.js`);
  scripts.set(origin, loading);
  try {
    return await loading;
  } catch (error) {
    scripts.delete(origin);
    throw error;
  }
}

const scripts = new Map<string, Promise<TidegateScript>>();

function load(src: string): Promise<TidegateScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (): void => {
      script.remove();
      reject(new Error(`${src} could not be loaded.`));
    };
    script.src = src;
    script.onerror = fail;
    script.onload = () => (window.Tidegate === undefined ? fail() : resolve(window.Tidegate));
    document.head.append(script);
  });
}
