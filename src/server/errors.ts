import { type Issue, type Reason, statusOf } from '#contract/shared/errors.ts'
import { type Role, roleNames } from '#contract/shared/permissions.ts'

/** An error that the caller can fix. `http/errors.ts` turns it into a response. */
export class DomainError extends Error {
  readonly reason: Reason
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(reason: Reason, message: string, details?: Readonly<Record<string, unknown>>) {
    super(message)
    this.name = 'DomainError'
    this.reason = reason
    this.details = details
  }

  get status(): number {
    return statusOf[this.reason]
  }
}

/** The object does not exist, or the caller is not allowed to see it. */
export const notFound = (kind: string, id: string): DomainError =>
  new DomainError('not_found', `There is no ${kind} ${id}`)

/** The caller’s role is too weak. `where` is the rest of the sentence. */
export const roleTooWeak = (needed: Role, where = 'here'): DomainError =>
  new DomainError('forbidden', `You need the ${roleNames[needed]} role ${where}`, { needed })

/** Some fields are invalid although each of them is well formed. */
export const invalid = (issues: readonly Issue[]): DomainError =>
  new DomainError('validation', issues[0]?.message ?? 'The request isn’t valid', { issues })

/** The caller saw an older version than the current one (`If-Match`). */
export const preconditionFailed = (version: number): DomainError =>
  new DomainError('stale', 'Someone else changed this since you last read it', { version })

/** Single sign-on was requested without an active provider. */
export const noProvider = (): DomainError =>
  new DomainError('precondition_failed', 'Add an active single sign-on provider first')
