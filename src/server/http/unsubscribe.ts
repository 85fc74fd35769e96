import type { FastifyInstance, FastifyReply } from 'fastify'
import { toHtml } from 'hast-util-to-html'
import { h } from 'hastscript'
import type { Service } from '../context.ts'
import { readUnsubscribeToken } from '../domain/notification-emails/unsubscribe.ts'
import { topicName, unsubscribe } from '../domain/notification-emails/unsubscribe-topic.ts'
import { DomainError } from '../errors.ts'
import { newRateLimit } from './rate-limit.ts'

const MAX_PER_MINUTE = 60
const MAX_BODY_BYTES = 1024

/** The page has one form and no scripts or styles. */
const CONTENT_POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * `/unsubscribe/{token}`: the link of an email turns off one kind of email. GET shows a page with a button, because mail
 * scanners open links; POST unsubscribes without signing in, as mail programs do it (RFC 8058).
 */
export async function mountUnsubscribe(app: FastifyInstance, service: Service): Promise<void> {
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
      if (link === undefined) return sendPage(reply, 404, 'This link doesn’t work', [WRONG_LINK])
      return sendPage(reply, 200, 'Unsubscribe', [
        h('p', `Stop getting email about ${topicName(link.topic)}?`),
        h('form', { method: 'post' }, [h('button', { type: 'submit' }, 'Unsubscribe')]),
      ])
    })
    routes.post<{ Params: { token: string } }>('/unsubscribe/:token', async ({ params }, reply) => {
      const link = await readUnsubscribeToken(service.config, params.token)
      if (link === undefined) return sendPage(reply, 404, 'This link doesn’t work', [WRONG_LINK])
      await unsubscribe(service, link)
      return sendPage(reply, 200, 'You’re unsubscribed', [
        h('p', `You no longer get email about ${topicName(link.topic)}.`),
        h('p', [h('a', { href: service.urls.app('me', 'notifications') }, 'Notification settings')]),
      ])
    })
  })
}

const WRONG_LINK = h(
  'p',
  'Open the link from a newer email, or sign in and change your notification settings.',
)

const sendPage = (
  reply: FastifyReply,
  status: 200 | 404,
  title: string,
  content: readonly ReturnType<typeof h>[],
): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .send(
      `<!doctype html>\n${toHtml(
        h('html', { lang: 'en' }, [
          h('head', [
            h('meta', { charSet: 'utf-8' }),
            h('meta', { name: 'viewport', content: 'width=device-width' }),
            h('meta', { name: 'color-scheme', content: 'light dark' }),
            h('title', title),
          ]),
          h('body', [h('main', [h('h1', title), ...content])]),
        ]),
      )}\n`,
    )
