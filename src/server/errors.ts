import { type Issue, type Reason, statusOf } from '#contract/shared/errors.ts'

/** A refusal that is the caller's to mend. It becomes an answer in one place, `http/answer.ts`. */
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

/** The object is not there, or the caller may not know that it is. */
export const notFound = (kind: string, id: string): DomainError =>
  new DomainError('not_found', `There is no ${kind} ${id}`)

/** Some fields are at fault though each for itself is well formed. */
export const invalid = (issues: readonly Issue[]): DomainError =>
  new DomainError('validation', issues[0]?.message ?? 'The request is not valid', { issues })

/** The caller saw an older version than there is now (`If-Match`). */
export const preconditionFailed = (version: number): DomainError =>
  new DomainError('stale', 'Somebody else changed this since you last saw it', { version })

/** Single sign-on was asked for and there is nobody to sign in with. */
export const noProvider = (): DomainError =>
  new DomainError('precondition_failed', 'Single sign-on needs an active SAML provider first')
