import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AnswerEvent } from '#published/model.ts'
import { streamAnswer } from '../asking/answer.ts'
import type { AskSettings } from '../asking/ask-settings.ts'
import { EndpointFailure } from '../asking/chat-completions.ts'
import type { AnswerPiece } from '../asking/citations.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { excerptsFor, MAX_QUESTION_LENGTH, type SitedExcerpt } from '../publishing/ask.ts'
import { siteTitleOf } from '../publishing/customization.ts'
import { offersAsk } from '../publishing/offers-ask.ts'
import { TOKEN_COOKIE } from '../publishing/site-access.ts'
import type { Sites } from '../publishing/sites.ts'
import type { Visit } from '../publishing/visit.ts'
import { TextPoolBusy, TextTooComplex } from '../text-tasks/run.ts'
import { newRateLimit } from './rate-limit.ts'
import type { SitePath } from './site-paths.ts'

/** Of a visitor who signed in, and of an IP address on sites without visitor sign-in. */
const MAX_QUESTIONS_PER_MINUTE = 20
/** Of all signed-in visitors of an IP address, which a whole office may share. */
const MAX_QUESTIONS_OF_SHARED_ADDRESS_PER_MINUTE = 100
/** Of all readers of a site, because each question costs the operator something. */
const MAX_QUESTIONS_OF_SITE_PER_MINUTE = 120
const MAX_CONCURRENT = 3
const MAX_CONCURRENT_PER_SHARED_ADDRESS = 12
const MAX_CONCURRENT_PER_SITE = 12

const questionBody = z.object({
  question: z.string().transform((text) => text.replaceAll('\0', '').toWellFormed().trim()),
})

type AskHandler = (request: FastifyRequest, reply: FastifyReply, at: SitePath) => Promise<FastifyReply>

/**
 * Answers a question of a reader as server-sent events with one JSON object each: `text` continues the answer in
 * Markdown, `source` is a citation with the number, title and address of a page, `failed` says that the rest is missing,
 * and `done` is the end. `none` without an answer means that no page is about it. Stores nothing.
 */
export function askHandler(
  service: Service,
  sites: Sites,
  check: (request: FastifyRequest, at: SitePath) => void,
): AskHandler {
  const settings = service.config.ask
  const expectTurn = questionLimits(service)
  const takeSlots = concurrencyLimits()
  return async (request, reply, at) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    const [, query = ''] = request.url.split(/\?(.*)/s)
    const { referer: referrer } = request.headers
    const from = new URLSearchParams(query).get('from')
    const siteRequest = { ...at, query: new URLSearchParams(), cookies: request.cookies, wantsJson: true }
    const admission = settings && (await sites.visit(siteRequest, undefined))
    if (settings === undefined || admission?.kind !== 'admitted' || !offersAsk(admission.visit))
      throw new DomainError('not_found', 'There is nothing at this address')
    check(request, at)
    const question = questionIn(request.body)
    const { visit } = admission
    const reader = readerOf(request, visit)
    expectTurn(reader)
    const release = takeSlots(reader)
    const leaving = new AbortController()
    const leave = () => {
      leaving.abort()
      release()
    }
    if (reply.raw.destroyed) leave()
    else reply.raw.once('close', leave)
    const origin = { query: new URLSearchParams(from === null ? {} : { from }), referrer }
    const excerpts = await excerptsFor(visit, question, { ...siteRequest, ...origin }).catch((error) => {
      if (error instanceof TextTooComplex || error instanceof TextPoolBusy) throw noAnswer()
      throw error
    })
    const answer =
      excerpts.length === 0
        ? undefined
        : await begun(service, settings, { visit, question, excerpts, signal: leaving.signal })
    reply
      .type('text/event-stream; charset=utf-8')
      // Proxies would otherwise send the answer when it is complete.
      .header('x-accel-buffering', 'no')
    return reply.send(
      Readable.from(answer === undefined ? [eventOf({ none: true })] : events(answer, excerpts)),
    )
  }
}

function questionIn(body: unknown): string {
  const { data } = questionBody.safeParse(body)
  if (data === undefined || data.question === '') throw new DomainError('validation', 'Enter a question')
  if (data.question.length > MAX_QUESTION_LENGTH)
    throw new DomainError('validation', `Use ${MAX_QUESTION_LENGTH} characters or fewer`)
  return data.question
}

/** Whose question it is. */
type Reader = {
  readonly ip: string
  readonly siteId: string
  /** Identifies the sign-in of a visitor; undefined on sites that anyone can read, where readers could make it up. */
  readonly visitor: string | undefined
}

function readerOf({ ip, cookies }: FastifyRequest, { state }: Visit): Reader {
  const { id: siteId, visibility } = state.shape.structure.site
  const token = visibility === 'visitor-auth' ? cookies[TOKEN_COOKIE] : undefined
  const visitor = token && createHash('sha256').update(token).digest('base64url')
  return { ip, siteId, visitor: visitor || undefined }
}

function questionLimits(service: Service) {
  const { config, now } = service
  const limitOf = (name: string, limit: number) =>
    newRateLimit(service, name, config.rateLimit === 0 ? 0 : limit)
  const ofReader = limitOf('site questions', MAX_QUESTIONS_PER_MINUTE)
  const ofSharedAddress = limitOf('questions of an address', MAX_QUESTIONS_OF_SHARED_ADDRESS_PER_MINUTE)
  const ofSite = limitOf('questions of a site', MAX_QUESTIONS_OF_SITE_PER_MINUTE)
  return ({ ip, siteId, visitor }: Reader): void => {
    const time = now().getTime()
    const ofIp = visitor === undefined ? undefined : ofSharedAddress(ip, time)
    const over = [ofReader(visitor ?? ip, time), ofIp, ofSite(siteId, time)].find((state) => state?.over)
    if (over)
      throw tooMany('Too many questions. Try again in a minute', over.resetAt - Math.floor(time / 1000))
  }
}

/** Counts the questions that are being answered, by visitor, IP address and site. Returns a function that ends one. */
function concurrencyLimits() {
  const running = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (running.get(key) ?? 0) + change
    if (count === 0) running.delete(key)
    else running.set(key, count)
  }
  return ({ ip, siteId, visitor }: Reader): (() => void) => {
    const limits = new Map([[`site ${siteId}`, MAX_CONCURRENT_PER_SITE]])
    limits.set(`address ${ip}`, visitor === undefined ? MAX_CONCURRENT : MAX_CONCURRENT_PER_SHARED_ADDRESS)
    if (visitor !== undefined) limits.set(`visitor ${visitor}`, MAX_CONCURRENT)
    if (limits.entries().some(([key, limit]) => (running.get(key) ?? 0) >= limit))
      throw tooMany('Other questions are being answered. Try again in a moment', 5)
    for (const key of limits.keys()) add(key, 1)
    return () => {
      for (const key of limits.keys()) add(key, -1)
    }
  }
}

const tooMany = (message: string, seconds: number) =>
  new DomainError('rate_limited', message, { retryAfter: Math.max(1, seconds) })

type Question = {
  readonly visit: Visit
  readonly question: string
  readonly excerpts: readonly SitedExcerpt[]
  readonly signal: AbortSignal
}

type BegunAnswer = {
  readonly first: AnswerPiece
  readonly others: AsyncGenerator<AnswerPiece, void, undefined>
  readonly report: (error: unknown) => void
}

/** Waits for the beginning of an answer, so that an endpoint that fails right away is an error response. */
async function begun(
  service: Service,
  settings: AskSettings,
  { visit, question, excerpts, signal }: Question,
): Promise<BegunAnswer> {
  const report = (error: unknown) => {
    if (!(error instanceof EndpointFailure)) throw error
    if (!signal.aborted) service.log.warn(`a question was not answered by the endpoint: ${error.message}`)
  }
  // Addresses are for readers only.
  const texts = excerpts.map(({ href: _, ...excerpt }) => excerpt)
  const pieces = streamAnswer(settings, {
    site: siteTitleOf(visit),
    question,
    excerpts: texts,
    signal,
  })
  try {
    const first = await pieces.next()
    if (first.done) throw new EndpointFailure('its answer is empty')
    return { first: first.value, others: pieces, report }
  } catch (error) {
    report(error)
    throw noAnswer()
  }
}

/** Says nothing about the endpoint. */
const noAnswer = () =>
  new DomainError('unavailable', 'Answers aren’t available right now. Try again in a moment', {
    retryAfter: 10,
  })

/** Numbers the sources in the order in which the answer cites them. A page that is cited twice has one number. */
async function* events(
  { first, others, report }: BegunAnswer,
  excerpts: readonly SitedExcerpt[],
): AsyncGenerator<string, void, undefined> {
  const numbers = new Map<string, number>()
  const eventFor = (piece: AnswerPiece): string => {
    if ('text' in piece) return eventOf(piece)
    const { page = '', section = '', href = '' } = excerpts[piece.excerpt - 1] ?? {}
    const number = numbers.get(href) ?? numbers.size + 1
    numbers.set(href, number)
    return eventOf({ source: { number, title: section === '' ? page : `${page} › ${section}`, href } })
  }
  try {
    yield eventFor(first)
    for await (const piece of others) yield eventFor(piece)
    yield eventOf({ done: true })
  } catch (error) {
    report(error)
    yield eventOf({ failed: true })
  } finally {
    await others.return()
  }
}

const eventOf = (value: AnswerEvent): string => `data: ${JSON.stringify(value)}\n\n`
