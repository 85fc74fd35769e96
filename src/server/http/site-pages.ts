import type { FastifyReply } from 'fastify'
import { asciiUrl } from '#contract/shared/values.ts'
import { inlineScriptHash } from '#published/document.ts'
import type { Service } from '../context.ts'
import type { Body } from '../publishing/response-bodies.ts'
import type { SiteCookie } from '../publishing/site-access.ts'
import type { SiteResponse } from '../publishing/site-response.ts'
import type { SiteHost } from '../publishing/visit.ts'

/** URL path of the stylesheet of pages at a host of a site. */
export type StylesheetUrl = (at: SiteHost) => string

/** Pages load our own script and styles, and images and embeds from anywhere over TLS. */
export const READER_CONTENT_POLICY = [
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

/** Pages with API operations also connect to the servers of their specifications. */
export const contentPolicyFor = ({ connects = [] }: Pick<Body, 'connects'>): string =>
  connects.length === 0
    ? READER_CONTENT_POLICY
    : READER_CONTENT_POLICY.replace("connect-src 'self'", `connect-src 'self' ${connects.join(' ')}`)

/** Responses that set cookies (302) must not be cached. */
export function sendRedirect(
  { urls }: Pick<Service, 'urls'>,
  reply: FastifyReply,
  { href, status = 308, cookies = [], path = '/' }: Extract<SiteResponse, { kind: 'redirect' }>,
): FastifyReply {
  if (status === 302) reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  setCookies({ urls }, reply, { cookies, path })
  // Destinations that were stored by older versions can contain characters that no header can.
  return reply.redirect(asciiUrl(href), status)
}

/** Sets cookies for the pages below a path. */
export function setCookies(
  { urls }: Pick<Service, 'urls'>,
  reply: FastifyReply,
  { cookies, path }: { readonly cookies: readonly SiteCookie[]; readonly path: string },
): void {
  const secure = urls.base.startsWith('https:')
  for (const { name, value, seconds } of cookies)
    reply.setCookie(name, value, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
}

export function sendErrorPage(reply: FastifyReply, status: 401 | 404 | 503, page: string): FastifyReply {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', READER_CONTENT_POLICY)
      .header('x-robots-tag', 'noindex')
      // The response depends on the visitor's cookies and may change at any moment.
      .header('cache-control', 'no-store')
      .send(page)
  )
}

/** The same page for missing sites and for those that the visitor may not read, so it reveals nothing. */
export const notFoundPage = (css: string): string =>
  messagePage(css, 'Page not found', 'No site is published at this address.', '404')

/** In place of a page that takes too much time or memory to render. */
export const tooComplexPage = (css: string): string =>
  messagePage(
    css,
    'This page can’t be displayed',
    'It is too large or too complex. Its authors can split it into several pages.',
    '503',
  )

/** While more large pages are being rendered than the service can handle. */
export const busyPage = (css: string): string =>
  messagePage(css, 'The service is busy', 'Try again in a few seconds.', '503')

/** A page with a message of the service itself, in the look of published pages. `rest` follows the text. */
export const messagePage = (
  css: string,
  title: string,
  text: string,
  eyebrow: string,
  rest = '',
): string => `<!doctype html>
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
<main class="frame message-page"><div>
<p class="eyebrow">${eyebrow}</p>
<h1 class="title">${title}</h1>
<p class="lead">${text}</p>
${rest}</div></main>
</body>
</html>
`
