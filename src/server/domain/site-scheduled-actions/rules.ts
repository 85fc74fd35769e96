import { grantsPermission, type Role, roleNeeded } from '#contract/shared/permissions.ts'
import {
  MAX_DAYS_AHEAD,
  MAX_WAITING_ACTIONS,
  type ScheduledAction,
  type ScheduledChange,
} from '#contract/site-scheduled-actions.ts'
import { DomainError, invalid, roleTooWeak } from '../../errors.ts'

/** The permission on the site that a change needs, when it is scheduled and when it runs. */
export const permissionFor = ({ type }: ScheduledChange): 'site.edit' | 'site.admin' =>
  type === 'publish-plan' ? 'site.edit' : 'site.admin'

/** @throws {DomainError} `forbidden` if the role is too weak for the change */
export function expectMaySchedule(role: Role | null, change: ScheduledChange): void {
  const permission = permissionFor(change)
  if (grantsPermission(role, permission)) return
  throw roleTooWeak(roleNeeded[permission] ?? 'admin', 'on this site to schedule this')
}

const DAY_MS = 86_400_000

/** @throws {DomainError} `validation` unless the time is in the future, not too far ahead, and its zone exists */
export function expectValidTime(runsAt: Date, timeZone: string, now: Date): void {
  if (runsAt <= now) throw invalid([{ path: ['body', 'runsAt'], message: 'Choose a time in the future' }])
  if (runsAt.getTime() - now.getTime() > MAX_DAYS_AHEAD * DAY_MS)
    throw invalid([
      { path: ['body', 'runsAt'], message: `Choose a time within the next ${MAX_DAYS_AHEAD} days` },
    ])
  if (!isTimeZone(timeZone))
    throw invalid([{ path: ['body', 'timeZone'], message: 'Enter a time zone such as Europe/Amsterdam' }])
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** @throws {DomainError} `invalid_state` if the site has as many waiting actions as it may have */
export function expectFewEnough(waiting: number): void {
  if (waiting < MAX_WAITING_ACTIONS) return
  throw new DomainError(
    'invalid_state',
    `This site has ${MAX_WAITING_ACTIONS} scheduled actions. Cancel one first`,
  )
}

type ActionState = { readonly status: ScheduledAction['status']; readonly failure: string | null }

/** @throws {DomainError} `invalid_state` if an action ran although the caller expected another state */
export function expectStatus({ status, failure }: ActionState, expected: ScheduledAction['status']): void {
  if (status === expected) return
  throw new DomainError(
    'invalid_state',
    failure === null
      ? 'This already ran, and the site was changed'
      : `This already ran, and nothing was changed: ${failure}`,
    { status },
  )
}
