import type { SignedInBrowser } from '#contract/sessions.ts'
import type { Caller } from '../../context.ts'
import type { BrowserRow } from './queries.ts'

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
