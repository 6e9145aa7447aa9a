import { startVerification } from './verify.ts';

const form = document.querySelector<HTMLFormElement>('#verify');
if (form !== null) void startVerification(form);
