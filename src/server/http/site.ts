import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inlineScriptHash } from '#published/scheme-script.ts'
import type { Service } from '../context.ts'
import type { Bodies, Encoding } from '../publishing/bodies.ts'
import { readerFilesIn, readerFilesPath } from '../publishing/reader-files.ts'
import { type Answer, openSites, type Sites } from '../publishing/sites.ts'
import { pathBefore } from '../publishing/visit.ts'

/** What the pages of sites may load: our own script and styles, pictures and embeds from anywhere by TLS. */
export const readerPolicy = [
  "default-src 'none'",
  `script-src 'self' ${inlineScriptHash}`,
  "style-src 'self'",
  "img-src 'self' https: data:",
  "font-src 'self' https:",
  'media-src https:',
  "connect-src 'self'",
  'frame-src https:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

const notBuilt = 'The pages of sites are not built yet: npm run build\n'

/**
 * Serves published sites at `/sites/{basename}/…` to everybody, and the files of their pages at `/reader/…`, from the
 * folder that they were built into. Says so plainly when they were not built.
 */
export async function mountSites(app: FastifyInstance, service: Service, folder: string): Promise<void> {
  const files = readerFilesIn(folder)
  if (files !== null) await serveFiles(app, folder)
  const css = `${pathBefore(service.urls)}${readerFilesPath}/${files?.css}`
  const answer = files === null ? answerNotBuilt : answering(openSites(service, files), noSite(css))
  for (const url of ['/sites/:basename', '/sites/:basename/*']) app.get(url, answer)
}

const answerNotBuilt = (_: FastifyRequest, reply: FastifyReply) =>
  reply.code(503).header('retry-after', '60').type('text/plain; charset=utf-8').send(notBuilt)

/** Their names carry a hash, so they never change. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    prefix: `${readerFilesPath}/`,
    decorateReply: false,
    index: false,
    preCompressed: existsSync(join(folder, 'manifest.json.br')),
    allowedPath: (path) => /\.(?:js|css|woff2)$/.test(path),
    cacheControl: false,
    setHeaders: (response) => {
      response.header('cache-control', 'public, max-age=31536000, immutable')
      response.header('access-control-allow-origin', '*')
    },
  })
}

const answering =
  (sites: Sites, noSitePage: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query = ''] = request.url.split(/\?(.*)/s)
    const { basename } = request.params as { readonly basename: string }
    const [, , , ...rest] = path.split('/')
    const question = {
      basename,
      path: path.replace(/^\/sites\/[^/]*/, ''),
      query: new URLSearchParams(query),
      wantsJson: wantsJson(request),
    }
    reply.header('cache-control', 'public, max-age=0, must-revalidate')
    reply.header('vary', rest[0] === '~search' ? 'Accept, Accept-Encoding' : 'Accept-Encoding')
    const answer = await sites.ask(question)
    if (answer === undefined) return answerNoSite(reply, noSitePage)
    if (answer.kind === 'redirect') return reply.redirect(answer.href, 308)
    return sendBody(sites.bodies, request, reply, answer)
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

/** The encoding to answer in; null where none is taken that we have. */
export function encodingFor(header: string | string[] | undefined): Encoding | null {
  const taken = new Set<string>()
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    if (!parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))) taken.add(name)
  }
  if (taken.has('br')) return 'br'
  return taken.has('gzip') || taken.has('*') ? 'gzip' : null
}

/** Nothing is told of what is not for everybody, not even that it is there. */
function answerNoSite(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', readerPolicy)
    .header('x-robots-tag', 'noindex')
    .send(page)
}

const noSite = (css: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Not found</title>
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
