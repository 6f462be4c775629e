// /keys: the pages and requests by which an e-mail address gets a key, and by which it is forgotten. GET and HEAD change nothing, because
// mail scanners open links; only a button does.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { type Html, html, pageResponse } from '../pages/page.ts';
import { privateJson } from '../private-json.ts';
import { Refusal } from '../problem.ts';
import { invalidBody, isForm, readMembers, refuseOtherMembers } from '../read-body.ts';
import { readEmailAddress } from './email-address.ts';
import { type LinkPurpose, linkMinutes } from './link-record.ts';
import type { SignUp } from './sign-up.ts';

/** Null: there is no sign-up here. `open` false: nobody gets a key, but whoever has one can have it removed. */
export type SignUpSetting = { readonly signUp: SignUp; readonly open: boolean } | null;

/** Work that goes on after the answer. */
export type Later = (work: Promise<void>) => void;

const sent = `If the address can receive mail, a link is on its way to it. It works once, within ${linkMinutes} minutes.`;

/** POST /keys and POST /keys/delete: always the same answer, before anything has been looked up, so that neither words nor time tell whether the address is known. */
export async function answerLinkRequest(setting: SignUpSetting, purpose: LinkPurpose, request: Request, later: Later): Promise<Response> {
  const signUp = requireSignUp(setting, purpose);
  const members = await readMembers(request);
  refuseOtherMembers(members, ['email']);
  const address = typeof members['email'] === 'string' ? readEmailAddress(members['email']) : null;
  if (address === null && isForm(request)) return askAgain(purpose, members['email']);
  if (address === null) throw invalidBody('email', 'not-allowed', '"email" is required: an e-mail address such as name@example.org.');
  later(signUp.mailLink(purpose, address));
  if (isForm(request))
    return pageResponse({ title: 'Look into your mail', status: 202, body: html`<h1>Look into your mail</h1><p>${sent}</p>` });
  return privateJson({ message: sent }, 202);
}

/** GET /keys and GET /keys/delete: the form. */
export function askPage(setting: SignUpSetting, purpose: LinkPurpose): Response {
  if (setting === null || (purpose === 'issue' && !setting.open)) {
    return pageResponse({ title: 'Keys', body: html`<h1>Keys</h1><p>${closed[purpose]}</p>${setting === null ? [] : [removal]}` });
  }
  return pageResponse({ title: askPages[purpose].title, body: askBody(purpose) });
}

/** The form again, with what was typed, after an address that is none. Screen readers tell of the fault by title, alert and field. */
function askAgain(purpose: LinkPurpose, typed: unknown): Response {
  return pageResponse({
    title: `That is no address: ${askPages[purpose].title}`,
    status: 400,
    body: askBody(purpose, typeof typed === 'string' ? typed : ''),
  });
}

/** GET of a mailed link: a page with a button. */
export async function linkPage(setting: SignUpSetting, purpose: LinkPurpose, link: string): Promise<Response> {
  const signUp = requireSignUp(setting, purpose);
  if (!(await signUp.linkStands(purpose, link))) return spentLink(purpose);
  const { title, body } = buttonPages[purpose];
  return pageResponse({ title, body: html`<h1>${title}</h1>${body}` });
}

/** POST of a mailed link, by its button: the key, once; or the address forgotten. */
export async function useLink(setting: SignUpSetting, purpose: LinkPurpose, link: string, request: Request): Promise<Response> {
  const signUp = requireSignUp(setting, purpose);
  const wantsJson = !isForm(request) && /\bapplication\/json\b/i.test(request.headers.get('Accept') ?? '');
  if (purpose === 'forget') {
    if (!(await signUp.forget(link))) return wantsJson ? refuseLink() : spentLink(purpose);
    if (wantsJson) return privateJson({ message: forgotten });
    return pageResponse({ title: 'Removed', body: html`<h1>Removed</h1><p>${forgotten}</p>` });
  }
  const key = await signUp.redeem(link);
  if (key === null) return wantsJson ? refuseLink() : spentLink(purpose);
  if (wantsJson) return privateJson({ key, perMinute: answersPerMinute });
  return pageResponse({
    title: 'Your key',
    body: html`<h1>Your key</h1>
<p id="about">This is the only time that it is shown. Any key you had before has ended.</p>
<pre role="region" aria-label="Your key" aria-describedby="about"><code id="key">${key}</code></pre>
<p>Send it in the <code>X-API-Key</code> header, from a server: a key in a web page is everybody’s. It gets ${answersPerMinute} answers in any ${windowSeconds} seconds.</p>`,
  });
}

const forgotten = 'Your key has ended, and nothing is kept of the address.';

function requireSignUp(setting: SignUpSetting, purpose: LinkPurpose): SignUp {
  if (setting === null || (purpose === 'issue' && !setting.open)) throw new Refusal('sign-up-closed', closed[purpose]);
  return setting.signUp;
}

const closed: Readonly<Record<LinkPurpose, string>> = {
  issue: 'Keys cannot be had here at the moment.',
  forget: 'No mail can be sent from here, and so no link that removes a key. Whoever runs this service can end it.',
};

function refuseLink(): never {
  throw new Refusal('link-spent', 'The link has been used, replaced by a newer one, or has expired.');
}

/** 410 for a forged link too: nobody needs to know which links there have been. */
function spentLink(purpose: LinkPurpose): Response {
  return pageResponse({
    title: 'This link no longer works',
    status: 410,
    body: html`<h1>This link no longer works</h1>
<p>It has been used, replaced by a newer one, or is older than ${linkMinutes} minutes. <a href="${askPaths[purpose]}">Ask for a new one</a>.</p>`,
  });
}

export const askPaths: Readonly<Record<LinkPurpose, string>> = { issue: '/keys', forget: '/keys/delete' };

const removal = html`<p><a href="${askPaths.forget}">End a key and remove what is kept of an address</a></p>`;

/** The page with the form; `typed`: what was given before and is no address. */
function askBody(purpose: LinkPurpose, typed: string | null = null): Html {
  const { title, before, after } = askPages[purpose];
  return html`<h1>${title}</h1>
${typed === null ? [] : html`<p class="notice" role="alert" id="fault">Mail cannot be sent to that address. One looks like <code>name@example.org</code>.</p>`}
<p>${before}</p>
<form method="post" action="${askPaths[purpose]}">
<p><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254"${typed === null ? [] : html` value="${typed}" aria-invalid="true" aria-describedby="fault"`}></p>
<p><button>Send me the link</button></p>
</form>
${after}`;
}

const askPages: Readonly<Record<LinkPurpose, { readonly title: string; readonly before: string; readonly after: Html | readonly Html[] }>> =
  {
    issue: {
      title: 'Get a key',
      before:
        'A key is free. You get a link by e-mail, and the link shows your key once. Asking again makes a new key, which replaces the old one.',
      after: html`<p>Your address is used to send this one mail and is not stored; what is kept is a code made of it, from which it cannot be read.</p>
${removal}`,
    },
    forget: {
      title: 'Remove a key',
      before: 'You get a link by e-mail. It ends your key and removes all that is kept of your address.',
      after: [],
    },
  };

// The forms lead to the page's own address, which holds the link.
const buttonPages: Readonly<Record<LinkPurpose, { readonly title: string; readonly body: Html }>> = {
  issue: {
    title: 'Show my key',
    body: html`<p>The button makes a new key and shows it once. A key that you already have ends then.</p><form method="post"><button>Show my key</button></form>`,
  },
  forget: {
    title: 'Remove my key',
    body: html`<p>The button ends your key and removes all that is kept of your address.</p><form method="post"><button>Remove my key</button></form>`,
  },
};
