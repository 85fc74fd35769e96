import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Role } from '#contract/shared/permissions.ts'
import type { ChangeFeed } from './changes/feed.ts'
import type { Config } from './config.ts'
import type { Blobs } from './content/blobs.ts'
import type { Db, Tx } from './db/client.ts'
import type { Dns } from './dns.ts'
import { preconditionFailed } from './errors.ts'
import type { Jobs } from './jobs/queue.ts'
import type { Urls } from './urls.ts'

/** Who calls: a user by session or by token. */
export type Caller = {
  readonly userId: string
  readonly email: string
  readonly displayName: string
  readonly photoUrl: string | null
  /** The session or token behind the call. */
  readonly credential: { readonly kind: 'session' | 'token'; readonly id: string }
  readonly readOnly: boolean
  /** Set for a token that reads one published site as one visitor; there is no user behind it. */
  readonly reader?: Reader
}

/** A visitor of a published site, for whom a program reads it. */
export type Reader = {
  readonly organizationId: string
  readonly siteId: string
  readonly spaceId: string
  /** What is known of the visitor, as conditions see it. */
  readonly claims: Readonly<Record<string, unknown>> & {
    readonly unsigned: Readonly<Record<string, unknown>>
  }
}

/** What the service as a whole offers; one a process. */
export type Service = {
  readonly config: Config
  readonly db: Db
  readonly log: Logger
  readonly urls: Urls
  readonly jobs: Jobs
  readonly blobs: Blobs
  readonly changes: ChangeFeed
  readonly dns: Dns
  readonly now: () => Date
  readonly newId: () => string
}

/** What a handler is given with a request. */
export type Context = Service & {
  readonly caller: Caller
  /** What the door found out about the object that the path names. */
  readonly access: Access
  readonly requestId: string
  /** Counts up with every change of what the lists of the organization in the path show; 0 without one. */
  readonly stamp: number
  /** The version of `If-Match`, null when the caller does not mind. */
  readonly ifMatch: number | null
  /** The request itself, for the few acts that read uploads or set cookies. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** One write: everything in it happens, or nothing. */
  readonly write: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>
}

/** The caller's standing, as far as the operation's permission made it known. */
export type Access = {
  readonly organizationId: string
  /** Effective role on the object of the path; on an organization the member's own role. */
  readonly role: Role | null
  /** The caller's role in the organization, null for guests. */
  readonly organizationRole: Role | null
}

/** Refuses with 412 when the caller saw another version than there is (decisions 24). */
export function expectVersion(ctx: Pick<Context, 'ifMatch'>, version: number): void {
  if (ctx.ifMatch !== null && ctx.ifMatch !== version) throw preconditionFailed(version)
}
