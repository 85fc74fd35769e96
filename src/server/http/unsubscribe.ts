import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Service } from '../context.ts'
import { readUnsubscribeToken } from '../domain/notification-emails/unsubscribe.ts'
import { topicName, unsubscribe } from '../domain/notification-emails/unsubscribe-topic.ts'
import { DomainError } from '../errors.ts'
import { readerFilesIn } from '../publishing/reader-files.ts'
import { readerFilesHref, siteUrls } from '../publishing/visit.ts'
import { newRateLimit } from './rate-limit.ts'
import { messagePage } from './site-pages.ts'

const MAX_PER_MINUTE = 60
const MAX_BODY_BYTES = 1024

/** The page has the styles of published pages, one form and no scripts. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * `/unsubscribe/{token}`: the link of an email turns off one kind of email. GET shows a page with a button, because mail
 * scanners open links; POST unsubscribes without signing in, as mail programs do it (RFC 8058).
 */
export async function mountUnsubscribe(
  app: FastifyInstance,
  service: Service,
  folder: string,
): Promise<void> {
  const css = `${readerFilesHref(siteUrls(service.urls, {}))}/${readerFilesIn(folder)?.css}`
  const wrongLink = messagePage(css, 'This link doesn’t work', WRONG_LINK, 'Email notifications')
  const rate = newRateLimit(service, 'unsubscribe', MAX_PER_MINUTE)
  await app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, body, done) =>
      done(null, body),
    )
    routes.addHook('onRequest', async ({ ip }) => {
      if (rate(ip, service.now().getTime())?.over === true)
        throw new DomainError('rate_limited', 'Too many requests. Try again in a minute', { retryAfter: 60 })
    })
    routes.get<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const link = await readUnsubscribeToken(service.config, params.token)
      if (link === undefined) return sendPage(reply, 404, wrongLink)
      const text = `Stop getting email about ${topicName(link.topic)}?`
      return sendPage(reply, 200, messagePage(css, 'Unsubscribe', text, 'Email notifications', FORM))
    })
    routes.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const link = await readUnsubscribeToken(service.config, params.token)
      if (link === undefined) return sendPage(reply, 404, wrongLink)
      await unsubscribe(service, link)
      const text = `You no longer get email about ${topicName(link.topic)}.`
      const more = `<p class="fine linked"><a href="${service.urls.app('me', 'notifications')}">Notification settings</a></p>\n`
      return sendPage(reply, 200, messagePage(css, 'You’re unsubscribed', text, 'Email notifications', more))
    })
  })
}

const WRONG_LINK = 'Open the link from a newer email, or sign in and change your notification settings.'

const FORM = '<form method="post"><button class="button primary" type="submit">Unsubscribe</button></form>\n'

const sendPage = (reply: FastifyReply, status: 200 | 404, page: string): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(page)
