/** The email address of the sign-in whose new device is being confirmed. The page shows it; a reload forgets it. */
let knownEmail: string | null = null;

export function tellOfDevice(email: string): void {
  knownEmail = email;
}

export function deviceEmail(): string | null {
  return knownEmail;
}
