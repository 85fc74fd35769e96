import type { FastifyReply } from 'fastify'
import { inlineScriptHash } from '#published/document.ts'
import type { Service } from '../context.ts'
import type { SiteCookie } from '../publishing/site-access.ts'
import type { SiteResponse } from '../publishing/site-response.ts'
import type { SiteHost } from '../publishing/visit.ts'

/** Path of the stylesheet of the pages, as whoever asks by an address of a site finds it. */
export type StylesheetUrl = (at: SiteHost) => string

/** What the pages of sites may load: our own script and styles, pictures and embeds from anywhere by TLS. */
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

/** Sends a visitor on. Where they are given something to keep, the answer is theirs alone. */
export function sendRedirect(
  { urls }: Pick<Service, 'urls'>,
  reply: FastifyReply,
  { href, status = 308, keep = [], path = '/' }: Extract<SiteResponse, { kind: 'redirect' }>,
): FastifyReply {
  if (status === 302) reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  setCookies({ urls }, reply, { keep, path })
  return reply.redirect(href, status)
}

/** Gives a browser what it is to keep for the pages below a path. */
export function setCookies(
  { urls }: Pick<Service, 'urls'>,
  reply: FastifyReply,
  { keep, path }: { readonly keep: readonly SiteCookie[]; readonly path: string },
): void {
  const secure = urls.base.startsWith('https:')
  for (const { name, value, seconds } of keep)
    reply.setCookie(name, value, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
}

export function sendErrorPage(reply: FastifyReply, status: 401 | 404, page: string): FastifyReply {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', READER_CONTENT_POLICY)
      .header('x-robots-tag', 'noindex')
      // What stands here depends on the cookies of who asks, and may be there a moment later.
      .header('cache-control', 'no-store')
      .send(page)
  )
}

/** Nothing is told of what is not for everybody, not even that it is there. */
export const notFoundPage = (css: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>There is nothing here</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${css}">
</head>
<body>
<main class="frame say"><div>
<p class="code-word">404</p>
<h1 class="title">There is nothing here</h1>
<p class="lead">No published site answers at this address.</p>
</div></main>
</body>
</html>
`
