import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Role } from '#contract/shared/permissions.ts'
import type { SignIn } from './auth/sign-in-policy.ts'
import type { ChangeFeed } from './changes/feed.ts'
import type { Config } from './config.ts'
import type { Blobs } from './content/blobs.ts'
import type { Db, Tx } from './db/client.ts'
import type { Dns } from './dns.ts'
import { preconditionFailed } from './errors.ts'
import type { Jobs } from './jobs/queue.ts'
import type { OperationRecorder } from './operation-times.ts'
import type { Storage } from './storage/storage.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { Urls } from './urls.ts'

/** The authenticated user of a request, by session or token. */
export type Caller = {
  readonly userId: string
  readonly email: string
  readonly displayName: string
  readonly photoUrl: string | null
  /** The session or token of the request. */
  readonly credential: { readonly kind: 'session' | 'token'; readonly id: string }
  readonly readOnly: boolean
  /** How they signed in; absent for tokens. */
  readonly signIn?: SignIn
  /** Set for a token that reads one published site as one visitor; it has no user. */
  readonly reader?: Reader
}

/** A visitor of a published site for whom a program reads it. */
export type Reader = {
  readonly organizationId: string
  readonly siteId: string
  readonly spaceId: string
  /** How the site treats content with conditions. */
  readonly adaptiveContent: boolean
  readonly conditionalContent: 'undecided' | 'hidden' | 'everyone'
  /** When the token was issued. */
  readonly issuedAt: Date
  /** The visitor's claims as conditions see them. */
  readonly claims: Readonly<Record<string, unknown>> & {
    readonly unsigned: Readonly<Record<string, unknown>>
  }
}

/** The parts of the service; one per process. */
export type Service = {
  readonly config: Config
  readonly db: Db
  /** For threads and clients that open connections of their own. */
  readonly connectionString: string
  readonly log: Logger
  readonly urls: Urls
  readonly jobs: Jobs
  /** Files that every instance sees. */
  readonly storage: Storage
  readonly blobs: Blobs
  readonly changes: ChangeFeed
  readonly operationTimes: OperationRecorder
  /** Undefined if no traces are sent. */
  readonly tracing?: Tracing | undefined
  readonly dns: Dns
  /** Whether the first organization and its admin are still being created. */
  readonly startup: { isPending: boolean }
  readonly now: () => Date
  readonly newId: () => string
}

/** The context of a change. A job that makes a change for a person has one too; it has no HTTP request. */
export type WriteContext = Service & {
  readonly caller: Caller
  /** The caller's access to the object in the path. */
  readonly access: Access
  readonly requestId: string
  /** Increases with every change of the lists of the organization in the path; 0 without an organization. */
  readonly stamp: number
  /** The version in `If-Match`, null without the header. */
  readonly ifMatch: number | null
  /** Runs a transaction: all of it happens, or nothing. */
  readonly write: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/** The context of a request that handlers get. */
export type Context = WriteContext & {
  /** The HTTP request, for the few handlers that read uploads or set cookies. */
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The caller's roles, as far as the permission check determined them. */
export type Access = {
  readonly organizationId: string
  /** Effective role on the object of the path; on an organization the member's own role. */
  readonly role: Role | null
  /** The caller's role in the organization, null for guests. */
  readonly organizationRole: Role | null
  /** The default level in force on a space or collection of the path. */
  readonly defaultLevel?: DefaultLevel
}

/** A default level, and the object that sets it. */
export type DefaultLevel = {
  readonly level: Role | null
  readonly from: { readonly type: 'space' | 'collection' | 'organization'; readonly id: string }
}

/** Throws a 412 error if the caller saw another version than the current one. */
export function expectVersion(ctx: Pick<Context, 'ifMatch'>, version: number): void {
  if (ctx.ifMatch !== null && ctx.ifMatch !== version) throw preconditionFailed(version)
}
