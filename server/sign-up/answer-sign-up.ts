// /keys: the pages and requests that give an e-mail address a key or forget the address. GET and
// HEAD change nothing, because mail scanners open links; only a button does.
import { answersPerMinute, windowSeconds } from '#schemas/codes.ts';
import { type Html, html, nothing } from '../pages/html.ts';
import { pageResponse } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import { invalidBody, isForm, privateJson, readMembers } from '../http/body.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { Refusal } from '../http/problem.ts';
import { readEmailAddress } from './email-address.ts';
import { linkMinutes, type LinkPurpose } from '../keys/account.ts';
import type { SignUp } from './sign-up.ts';

/**
 * Null: there is no sign-up here. `open` false: nobody gets a new key, but an owner can remove a
 * key.
 */
export type SignUpSetting = { readonly signUp: SignUp; readonly open: boolean } | null;

/** The parts of a request that sign-up needs. */
interface LinkRequest extends Pick<IncomingRequest, 'request' | 'later'> {
  readonly site: Site;
}

export const linkSentMessage =
  'If the address can receive mail, we have sent it a link. The link works once, within ' +
  `${linkMinutes} minutes.`;

/**
 * POST /keys and POST /keys/delete: always the same answer, given before any lookup begins, so that
 * neither words nor time reveal whether the address is known.
 */
export async function answerLinkRequest(
  setting: SignUpSetting,
  purpose: LinkPurpose,
  { request, later, site }: LinkRequest,
): Promise<Response> {
  const signUp = requireSignUp(setting, purpose);
  const members = await readMembers(request, ['email']);
  const address = typeof members['email'] === 'string' ? readEmailAddress(members['email']) : null;
  if (address === null && isForm(request)) return askAgain(purpose, members['email'], site);
  if (address === null) throw missingAddress();
  later(() => signUp.mailLink(purpose, address));
  const title = 'Check your e-mail';
  if (isForm(request))
    return pageResponse({
      title,
      status: 202,
      site,
      body: html`<h1>${title}</h1><p>${linkSentMessage}</p>`,
    });
  return privateJson({ message: linkSentMessage }, 202);
}

export const missingAddress = () =>
  invalidBody(
    'email',
    'not-allowed',
    '"email" is required: an e-mail address such as name@example.org.',
  );

/** GET /keys and GET /keys/delete: the form. */
export function askPage(setting: SignUpSetting, purpose: LinkPurpose, site: Site): Response {
  const { title, closed } = texts[purpose];
  if (isOpen(setting, purpose)) return pageResponse({ title, site, body: askBody(purpose) });
  return pageResponse({
    title: 'Keys',
    site,
    body: html`<h1>Keys</h1><p>${closed}</p>${setting === null ? [] : [removal]}`,
  });
}

/**
 * The form again, with the text typed, after an invalid address. Screen readers announce the fault
 * by title, alert and field.
 */
function askAgain(purpose: LinkPurpose, typed: unknown, site: Site): Response {
  const body = askBody(purpose, typeof typed === 'string' ? typed : '');
  return pageResponse({
    title: `Not an e-mail address: ${texts[purpose].title}`,
    status: 400,
    site,
    body,
  });
}

/** GET of a mailed link: a page with a button. */
export async function linkPage(
  setting: SignUpSetting,
  purpose: LinkPurpose,
  link: string,
  site: Site,
): Promise<Response> {
  const signUp = requireSignUp(setting, purpose);
  if (!(await signUp.isLinkLive(purpose, link))) return spentLinkPage(purpose, site);
  const { button, does } = texts[purpose];
  // The form posts to the page's own address, which holds the link.
  const form = html`<form method="post"><button>${button}</button></form>`;
  return pageResponse({ title: button, site, body: html`<h1>${button}</h1><p>${does}</p>${form}` });
}

/**
 * POST of a mailed link, by its button: a page that shows the key once, or says that the address is
 * forgotten.
 */
export async function redeemLinkPage(
  setting: SignUpSetting,
  purpose: LinkPurpose,
  link: string,
  site: Site,
): Promise<Response> {
  const signUp = requireSignUp(setting, purpose);
  if (purpose === 'forget') {
    if (!(await signUp.forget(link))) return spentLinkPage(purpose, site);
    const removed = `Your key and every link that we mailed no longer work. ${mailRetention}`;
    const body = html`<h1>Removed</h1><p>${removed}</p>`;
    return pageResponse({ title: 'Removed', site, body });
  }
  const key = await signUp.redeem(link);
  if (key === null) return spentLinkPage(purpose, site);
  const advice =
    'header, from a server. Anybody can read a key in a web page. The key gets ' +
    `${answersPerMinute} answers in any ${windowSeconds} seconds.`;
  return pageResponse({
    title: 'Your key',
    site,
    body: html`<h1>Your key</h1>
<p id="about">We show it only this once. Your previous key, if you had one, no longer works.</p>
<pre role="region" aria-label="Your key" aria-describedby="about"><code id="key">${key}</code></pre>
<p>Send it in the <code>X-API-Key</code> ${advice}</p>`,
  });
}

/** So that nobody can flood a letter box by forgetting its address again and again. */
const mailRetention =
  'Until two hours after our last mail we keep a code made from the address and the ' +
  'times of our mails. After that we keep nothing.';

const isOpen = (setting: SignUpSetting, purpose: LinkPurpose) =>
  setting !== null && (purpose === 'forget' || setting.open);

function requireSignUp(setting: SignUpSetting, purpose: LinkPurpose): SignUp {
  if (setting === null || !isOpen(setting, purpose))
    throw new Refusal('sign-up-closed', texts[purpose].closed);
  return setting.signUp;
}

/** 410 for a forged link too: the answer must not reveal which links existed. */
function spentLinkPage(purpose: LinkPurpose, site: Site): Response {
  const age = `older than ${linkMinutes} minutes`;
  const reason = `It has been used, replaced by a newer one, or is ${age}.`;
  const again = html`<a href="${askPaths[purpose]}">Ask for a new one</a>`;
  return pageResponse({
    title: 'This link no longer works',
    status: 410,
    site,
    body: html`<h1>This link no longer works</h1>
<p>${reason} ${again}.</p>`,
  });
}

export const askPaths: Readonly<Record<LinkPurpose, string>> = {
  issue: '/keys',
  forget: '/keys/delete',
};

const removalText = 'End a key and remove everything we keep about an address';
const removal = html`<p><a href="${askPaths.forget}">${removalText}</a></p>`;

/** The page with the form. `typed`: the text given before, which is not an address. */
function askBody(purpose: LinkPurpose, typed: string | null = null): Html {
  const { title, before, after } = texts[purpose];
  const example = html`<code>name@example.org</code>`;
  const advice = html`That is not an e-mail address. Type one such as ${example}.`;
  const fault = typed === null ? [] : html`<p class="notice" role="alert" id="fault">${advice}</p>`;
  const limits = html`autocomplete="email" required maxlength="254"`;
  const marks =
    typed === null ? [] : html` value="${typed}" aria-invalid="true" aria-describedby="fault"`;
  return html`<h1>${title}</h1>
${fault}
<p>${before}</p>
<form method="post" action="${askPaths[purpose]}">
<p><label for="email">E-mail address</label>
<input id="email" name="email" type="email" ${limits}${marks}></p>
<p><button>Send me the link</button></p>
</form>
${after}`;
}

const addressRetention =
  'We use your address to send this one mail and do not store it. We keep a code made ' +
  'from it. Nobody can read the address from that code.';

/**
 * `button` and `does` are of the page that a mailed link leads to, and `closed` says why there is
 * no form.
 */
const texts = {
  issue: {
    title: 'Get a key',
    before:
      'A key is for programs. You need none to read these pages. It is free. We send ' +
      'you a link by e-mail, and the link shows your key once. If you ask again, a new ' +
      'key replaces the old one.',
    after: html`<p>${addressRetention}</p>
${removal}`,
    button: 'Show my key',
    does: 'The button makes a new key and shows it once. It ends a key that you already have.',
    closed: 'This service gives out no keys by e-mail at the moment.',
  },
  forget: {
    title: 'Remove a key',
    before:
      'We send you a link by e-mail. Its button ends your key and every link that we ' +
      `mailed. ${mailRetention}`,
    after: nothing,
    button: 'Remove my key',
    does: `The button ends your key and every link that we mailed. ${mailRetention}`,
    closed:
      'This service cannot send mail, so it cannot send a link that removes a key. Its ' +
      'operator can revoke the key.',
  },
};
