import { requestPath } from '#contract/client.ts'
import type { Route } from '#contract/route.ts'
import { hashPassword } from '#server/auth/secrets.ts'
import type { Person, Send, TestApp } from './app.ts'

type Answer = Awaited<ReturnType<Send>>

/** A browser with the dashboard open: its mark on every request, and the cookie it was given. */
export type Browser = {
  readonly send: (route: Route, body?: object, params?: Record<string, string>) => Promise<Answer>
  /** The cookie of its session, empty while nobody is signed in. */
  readonly cookie: () => string
}

/** A new browser in which nobody is signed in. */
export function aBrowser({ send }: Pick<TestApp, 'send'>, headers: Record<string, string> = {}): Browser {
  let cookie = ''
  return {
    cookie: () => cookie,
    async send(route, body, params = {}) {
      const answer = await send({
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
      const given = answer.headers['set-cookie']?.split(';')[0]
      if (given !== undefined) cookie = given.endsWith('=') ? '' : given
      return answer
    },
  }
}

export const password = 'a long and secret sentence'

/** Gives somebody the password of the tests, and proves their address when that is asked for. */
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
