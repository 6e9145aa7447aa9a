/** Whose new device is being confirmed, for its page to say so; not known after a reload. */
let asked: string | null = null;

export function tellOfDevice(email: string): void {
  asked = email;
}

export function deviceEmail(): string | null {
  return asked;
}
