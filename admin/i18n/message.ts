/** A text, or its forms by number: `count` picks one by the rules of the language. */
export type Message = string | { readonly one: string; readonly other: string };
