import type { SignedInBrowser, SignInEvent } from '#contract/sign-ins.ts'
import type { Caller } from '../../context.ts'
import type { BrowserRow } from './queries.ts'
import type { SignInEventRow } from './sign-in-event-queries.ts'

/** The id of the caller's session; empty for a token. */
export const currentSessionId = ({ credential }: Caller): string =>
  credential.kind === 'session' ? credential.id : ''

/** A session as the API returns it; `current` is the caller's. */
export const presentBrowser = (row: BrowserRow, current: string): SignedInBrowser => ({
  object: 'signed-in-browser',
  id: row.id,
  ...(row.userAgent === null ? {} : { userAgent: row.userAgent }),
  ...(row.ip === null ? {} : { ip: row.ip }),
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  current: row.id === current,
})

/** An attempt to sign in as the API returns it. */
export const presentSignInEvent = (row: SignInEventRow): SignInEvent => ({
  object: 'sign-in-event',
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  outcome: row.outcome,
  method: row.method,
  ...(row.secondFactor === null ? {} : { secondFactor: row.secondFactor }),
  ...(row.provider === null ? {} : { provider: row.provider }),
  ...(row.userAgent === null ? {} : { userAgent: row.userAgent }),
  ...(row.ip === null ? {} : { ip: row.ip }),
})
