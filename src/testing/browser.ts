import { requestPath } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import { hashPassword } from '#server/auth/secrets.ts'
import type { Person, Send, TestApp } from './app.ts'

type Response = Awaited<ReturnType<Send>>

/** A browser with the dashboard open: sends the `x-lectern` header and keeps the session cookie. */
export type Browser = {
  readonly send: (route: Route, body?: object, params?: Record<string, string>) => Promise<Response>
  /** The session cookie, empty while signed out. */
  readonly cookie: () => string
}

/** A new browser, signed out. */
export function aBrowser({ send }: Pick<TestApp, 'send'>, headers: Record<string, string> = {}): Browser {
  let cookie = ''
  return {
    cookie: () => cookie,
    async send(route, body, params = {}) {
      const response = await send({
        method: route.method,
        url: requestPath(route, params),
        headers: {
          'x-lectern': '1',
          host: 'localhost',
          ...headers,
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      const setCookie = response.headers['set-cookie']?.split(';')[0]
      if (setCookie !== undefined) cookie = setCookie.endsWith('=') ? '' : setCookie
      return response
    },
  }
}

export const password = 'a long and secret sentence'

/** Sets the test password of a person and optionally marks their email address as verified. */
export const setPassword = async (
  { db }: Pick<TestApp, 'db'>,
  { userId }: Pick<Person, 'userId'>,
  isVerified = false,
): Promise<void> => {
  await db
    .updateTable('user_account')
    .set({
      password_hash: await hashPassword(password),
      ...(isVerified ? { email_verified_at: new Date() } : {}),
    })
    .where('id', '=', userId)
    .execute()
}
