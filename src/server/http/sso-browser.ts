import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../context.ts'
import { safeReturnPath } from '../domain/sso/rules.ts'
import { failurePath, newRequest, type Provider, sendPrepared } from '../domain/sso/sign-in-requests.ts'
import { newSecret } from '../ids.ts'
import { identify } from './identify.ts'

/** Binds sign-ins to the browser that began them. Several at a time share it. */
const BROWSER_COOKIE = 'lectern_sso'
const COOKIE_SECONDS = 60 * 60

/** The secret of the browser of a request, if it began a sign-in. */
export const browserSecret = ({ cookies }: FastifyRequest): string | undefined => cookies[BROWSER_COOKIE]

/** The id of the signed-in user, null without one. */
export async function signedInUser(service: Service, request: FastifyRequest): Promise<string | null> {
  try {
    return (await identify(service, request)).caller.userId
  } catch {
    // No session, or one that has ended: signing in is what such a browser is about to do.
    return null
  }
}

/**
 * Starts a request to a provider, or sends a prepared one (`?request=`), and binds it to the browser.
 * @param data values that the protocol needs again for the answer
 * @returns the id of the request; undefined if a prepared one cannot be sent
 */
export async function beginRequest(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  data?: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const { return: returnPath, request: prepared } = request.query as Record<string, unknown>
  const browser = browserSecret(request) ?? newSecret(32)
  const values = data === undefined ? {} : { data }
  reply.setCookie(BROWSER_COOKIE, browser, {
    path: '/sso',
    httpOnly: true,
    sameSite: 'lax',
    secure: service.urls.base.startsWith('https:'),
    maxAge: COOKIE_SECONDS,
  })
  if (typeof prepared !== 'string') {
    const plain = { kind: 'sign-in', userId: null, returnPath: safeReturnPath(returnPath) } as const
    return newRequest(service.db, service.now(), provider, { ...plain, browser, ...values })
  }
  const userId = await signedInUser(service, request)
  if (userId === null) return undefined
  return (await sendPrepared(service, provider, prepared, { userId, browser, ...values }))
    ? prepared
    : undefined
}

/** Redirects with GET, whatever the method was. Such responses must not be cached, and reveal no address. */
export const seeOther = (reply: FastifyReply, address: string): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303)

/** Redirects to the sign-in page, which asks to start over. */
export const startOver = (reply: FastifyReply): FastifyReply => seeOther(reply, failurePath('expired'))
