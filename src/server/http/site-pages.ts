import type { FastifyReply } from 'fastify'
import { inlineScriptHash } from '#published/scheme-script.ts'
import type { Service } from '../context.ts'
import type { Answer } from '../publishing/answers.ts'
import type { Kept } from '../publishing/gate.ts'
import type { AskedBy } from '../publishing/visit.ts'

/** Path of the stylesheet of the pages, as whoever asks by an address of a site finds it. */
export type CssAt = (at: AskedBy) => string

/** What the pages of sites may load: our own script and styles, pictures and embeds from anywhere by TLS. */
export const readerPolicy = [
  "default-src 'none'",
  `script-src 'self' ${inlineScriptHash}`,
  "style-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self' https:",
  'media-src https:',
  "connect-src 'self'",
  "frame-src 'self' https:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Sends a visitor on. Where they are given something to keep, the answer is theirs alone. */
export function sendOn(
  { urls }: Pick<Service, 'urls'>,
  reply: FastifyReply,
  { href, status = 308, keep = [], path = '/' }: Extract<Answer, { kind: 'redirect' }>,
): FastifyReply {
  if (status === 302) reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  keepIn({ urls }, reply, { keep, path })
  return reply.redirect(href, status)
}

/** Gives a browser what it is to keep for the pages below a path. */
export function keepIn(
  { urls }: Pick<Service, 'urls'>,
  reply: FastifyReply,
  { keep, path }: { readonly keep: readonly Kept[]; readonly path: string },
): void {
  const secure = urls.base.startsWith('https:')
  for (const { name, value, seconds } of keep)
    reply.setCookie(name, value, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
}

export function refuse(reply: FastifyReply, status: 401 | 404, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', readerPolicy)
    .header('x-robots-tag', 'noindex')
    .send(page)
}

type Words = { readonly code: string; readonly title: string; readonly lead: string }

/** Nothing is told of what is not for everybody, not even that it is there. */
export const noSite = (css: string): string =>
  plainPage(css, {
    code: '404',
    title: 'There is nothing here',
    lead: 'No published site answers at this address.',
  })

export const notKnown = (css: string): string =>
  plainPage(css, {
    code: '401',
    title: 'This site is not open to everybody',
    lead: 'Come by the link of the application that you sign in to. If you did, it has expired: open it again.',
  })

/** Asks for the password of a share link. */
export function passwordPage(
  css: string,
  { action, to }: { action: string; to: string },
  isWrong: boolean,
): string {
  const lead = isWrong
    ? 'That is not the password of this link.'
    : 'Whoever gave you the link can tell you its password.'
  const form = `<form method="post" action="${escaped(action)}">
<input type="hidden" name="to" value="${escaped(to)}">
<p><label>Password <input type="password" name="password" required autofocus autocomplete="current-password"></label>
<button type="submit">Open</button></p>
</form>`
  return plainPage(css, { code: '401', title: 'This link asks for a password', lead }, form)
}

const escaped = (text: string): string =>
  text.replace(/[&"<>]/g, (sign) => ({ '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')

const plainPage = (css: string, { code, title, lead }: Words, more = ''): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${css}">
</head>
<body>
<main class="frame say"><div>
<p class="code-word">${code}</p>
<h1 class="title">${title}</h1>
<p class="lead">${lead}</p>
${more}</div></main>
</body>
</html>
`
