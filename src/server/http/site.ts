import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { siteHostname } from '#contract/sites.ts'
import { inlineScriptHash } from '#published/scheme-script.ts'
import type { Service } from '../context.ts'
import type { Bodies, Encoding } from '../publishing/bodies.ts'
import { basenameAt } from '../publishing/queries.ts'
import type { Question } from '../publishing/question.ts'
import { readerFilesIn, readerFilesPath } from '../publishing/reader-files.ts'
import { type Answer, openSites, type Sites } from '../publishing/sites.ts'
import { pathBefore } from '../publishing/visit.ts'
import { sharedReads } from '../shared-reads.ts'
import { encodingFor } from './encoding.ts'
import { sendFile } from './files.ts'

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

/** The frame that draws diagrams has no origin; styles may be written into it, and scripts come from here alone. */
const framePolicy =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts"

const notBuilt = 'The pages of sites are not built yet: npm run build\n'

/**
 * Serves published sites at `/sites/{basename}/…` to everybody, and the files of their pages at `/reader/…`, from the
 * folder that they were built into. Says so plainly when they were not built.
 */
export async function mountSites(app: FastifyInstance, service: Service, folder: string): Promise<void> {
  const files = readerFilesIn(folder)
  if (files !== null) await serveFiles(app, folder)
  const css = `${pathBefore(service.urls)}${readerFilesPath}/${files?.css}`
  const sites = files === null ? null : openSites(service, files)
  const answer = sites === null ? answerNotBuilt : answering(service, sites, css)
  for (const url of ['/sites/:basename', '/sites/:basename/*'])
    app.get(url, (request, reply) => answer(request, reply, placeOf(request)))
  for (const url of ['/preview/:key/sites/:basename', '/preview/:key/sites/:basename/*'])
    app.get(url, (request, reply) => answer(request, reply, previewOf(request)))
  if (sites !== null) await mountUnlocking(app, service, sites, css)
  answerAtHosts(app, service, answer)
}

/** The form in which a reader writes the password of a share link. */
async function mountUnlocking(app: FastifyInstance, service: Service, sites: Sites, css: string) {
  await app.register(async (forms) => {
    const type = 'application/x-www-form-urlencoded'
    forms.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 4096 }, (_, text, done) =>
      done(null, new URLSearchParams(String(text))),
    )
    const take = async (request: FastifyRequest, reply: FastifyReply, at: AskedAt) => {
      const given = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const question = {
        ...at,
        query: new URLSearchParams(),
        cookies: request.cookies,
        wantsJson: false,
      }
      const to = given.get('to') ?? ''
      const answer = await sites.unlock(question, given.get('password') ?? '', to)
      reply.header('cache-control', 'no-store')
      if (answer?.kind === 'redirect') return sendOn(service, reply, answer)
      if (answer?.kind === 'locked') return refuse(reply, 401, passwordPage(css, answer, true))
      return refuse(reply, 404, noSite(css))
    }
    forms.post('/sites/:basename/~unlock', (request, reply) => take(request, reply, placeOf(request)))
    forms.post(unlockPath, (request, reply) => {
      const at = unlocking.get(request)
      return at === undefined ? refuse(reply, 404, noSite(css)) : take(request, reply, at)
    })
  })
}

/** Where the password is sent to at a host name of the site's own; nowhere else is anything there. */
const unlockPath = '/~unlock'
const unlocking = new WeakMap<FastifyRequest, AskedAt>()

/** Where a site was asked for: its name, its host name if it was asked at that, and the path below it. */
type AskedAt = Pick<Question, 'basename' | 'hostname' | 'path'> & {
  /** Where it is shown in looks that are not saved. */
  readonly preview?: string
}
type AnswerSite = (request: FastifyRequest, reply: FastifyReply, at: AskedAt) => Promise<FastifyReply>

function placeOf(request: FastifyRequest): AskedAt {
  const { basename } = request.params as { readonly basename: string }
  return { basename, path: pathOf(request).replace(/^\/sites\/[^/]*/, '') }
}

function previewOf(request: FastifyRequest): AskedAt {
  const { basename, key } = request.params as { readonly basename: string; readonly key: string }
  return { basename, preview: key, path: pathOf(request).replace(/^\/preview\/[^/]*\/sites\/[^/]*/, '') }
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

/**
 * At the host name of a site there is that site and nothing else of the service, but for the files of its pages.
 * Before everything else, so that no other route answers there.
 */
function answerAtHosts(app: FastifyInstance, service: Service, answer: AnswerSite): void {
  const own = new URL(service.urls.base).hostname
  const siteAt = sharedReads((hostname) => basenameAt(service.db, hostname))
  app.addHook('onRequest', async (request, reply) => {
    const hostname = request.hostname.toLowerCase()
    if (hostname === own || !siteHostname.safeParse(hostname).success) return
    const path = pathOf(request)
    if (path.startsWith(`${readerFilesPath}/`) || path.startsWith('/files/')) return
    const basename = await siteAt(hostname)
    if (basename === null) return
    const at = { basename, hostname, path }
    if (request.method === 'POST' && path === unlockPath) return void unlocking.set(request, at)
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.code(404).send()
    return answer(request, reply, at)
  })
}

const answerNotBuilt: AnswerSite = async (_, reply) =>
  reply.code(503).header('retry-after', '60').type('text/plain; charset=utf-8').send(notBuilt)

/** Their names carry a hash, so they never change. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    prefix: `${readerFilesPath}/`,
    decorateReply: false,
    index: false,
    preCompressed: existsSync(join(folder, 'manifest.json.br')),
    allowedPath: (path) => /\.(?:m?js|css|woff2)$|^\/diagrams\.html$/.test(path),
    cacheControl: false,
    setHeaders: (response, path) => {
      const isFrame = /\.html(?:\.\w+)?$/.test(path)
      const lasts = isFrame ? 'max-age=0, must-revalidate' : 'max-age=31536000, immutable'
      response.header('cache-control', `public, ${lasts}`)
      if (isFrame) response.header('content-security-policy', framePolicy)
      response.header('access-control-allow-origin', '*')
    },
  })
}

const answering =
  (service: Service, sites: Sites, css: string): AnswerSite =>
  async (request, reply, { preview, ...at }) => {
    const [, query = ''] = request.url.split(/\?(.*)/s)
    const question = {
      ...at,
      query: new URLSearchParams(query),
      cookies: request.cookies,
      wantsJson: wantsJson(request),
    }
    reply.header('cache-control', 'public, max-age=0, must-revalidate')
    reply.header('vary', at.path.startsWith('/~search') ? 'Accept, Accept-Encoding' : 'Accept-Encoding')
    const answer =
      preview === undefined ? await sites.ask(question) : await sites.askPreview(preview, question)
    if (answer === undefined) return refuse(reply, 404, noSite(css))
    if (answer.kind === 'locked') return refuse(reply, 401, passwordPage(css, answer, false))
    if (answer.kind === 'unknown') return refuse(reply, 401, notKnown(css))
    if (answer.kind === 'redirect') return sendOn(service, reply, answer)
    if (answer.kind === 'file') return sendFile(service, request, reply, answer.file)
    return sendBody(sites.bodies, request, reply, answer)
  }

/** Sends a visitor on. Where they are given something to keep, the answer is theirs alone. */
function sendOn(
  { urls }: Service,
  reply: FastifyReply,
  { href, status = 308, keep = [], path = '/' }: Extract<Answer, { kind: 'redirect' }>,
): FastifyReply {
  if (status === 302) reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  const secure = urls.base.startsWith('https:')
  for (const { name, value, seconds } of keep)
    reply.setCookie(name, value, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
  return reply.redirect(href, status)
}

const wantsJson = ({ headers }: FastifyRequest): boolean => {
  const accept = headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

async function sendBody(
  bodies: Bodies,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Extract<Answer, { kind: 'body' }>,
): Promise<FastifyReply> {
  const { body, status } = answer
  describe(reply, answer)
  const encoding = body.bytes.length < 1_000 ? null : encodingFor(request.headers['accept-encoding'])
  if (status === 200) {
    reply.header('etag', etagOf(body.hash, encoding))
    if (isKnown(request.headers['if-none-match'], body.hash)) return reply.code(304).send()
  }
  reply.code(status).type(body.type)
  if (encoding === null) return reply.send(body.bytes)
  return reply.header('content-encoding', encoding).send(await bodies.pressed(body, encoding))
}

function describe(reply: FastifyReply, answer: Extract<Answer, { kind: 'body' }>): void {
  reply.header('content-security-policy', readerPolicy)
  reply.header('referrer-policy', 'strict-origin-when-cross-origin')
  if (answer.isImmutable) reply.header('cache-control', 'public, max-age=31536000, immutable')
  if (answer.isPrivate) {
    const lasts = answer.isImmutable ? 'max-age=31536000, immutable' : 'max-age=0, must-revalidate'
    reply.header('cache-control', `private, ${lasts}`)
  }
  if (answer.isHidden) reply.header('x-robots-tag', 'noindex')
  if (answer.canonical) reply.header('link', `<${answer.canonical}>; rel="canonical"`)
}

/** A strong tag belongs to the bytes that are sent, so every encoding has its own. */
const etagOf = (hash: string, encoding: Encoding | null): string =>
  encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`

/** Whoever has one form of a body has no need of another. */
function isKnown(header: string | undefined, hash: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === '*' || tag === `"${hash}"` || tag.startsWith(`"${hash}-`))
}

function refuse(reply: FastifyReply, status: 401 | 404, page: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', readerPolicy)
    .header('x-robots-tag', 'noindex')
    .send(page)
}

type Words = { readonly code: string; readonly title: string; readonly lead: string }

/** Nothing is told of what is not for everybody, not even that it is there. */
const noSite = (css: string): string =>
  plainPage(css, {
    code: '404',
    title: 'There is nothing here',
    lead: 'No published site answers at this address.',
  })

const notKnown = (css: string): string =>
  plainPage(css, {
    code: '401',
    title: 'This site is not open to everybody',
    lead: 'Come by the link of the application that you sign in to. If you did, it has expired: open it again.',
  })

/** Asks for the password of a share link. */
function passwordPage(css: string, { action, to }: { action: string; to: string }, isWrong: boolean): string {
  const lead = isWrong
    ? 'That is not the password of this link.'
    : 'Whoever gave you the link can tell you its password.'
  const form = `<form method="post" action="${escaped(action)}">
<input type="hidden" name="to" value="${escaped(to)}">
<p><label>Password <input type="password" name="password" required autofocus autocomplete="off"></label>
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
