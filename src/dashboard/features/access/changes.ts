import type { Role } from '#contract/shared/permissions.ts'
import type { Level, PreviewBody } from './queries.ts'

export type Grantee = {
  readonly id: string
  readonly name: string
  /** The previous role; null if there was none. */
  readonly before: Role | null
}

/** An access change that is not saved until its impact was shown. */
export type Change =
  | { readonly kind: 'level'; readonly level: Level; readonly before: Level }
  | {
      readonly kind: 'roles'
      readonly to: 'user' | 'team'
      readonly grantees: readonly Grantee[]
      /** null removes the grant. */
      readonly role: Role | null
    }

/** The change as the body of a preview request. */
export function previewBody(change: Change): PreviewBody {
  if (change.kind === 'level') return { defaultLevel: change.level }
  const roles = Object.fromEntries(change.grantees.map(({ id }) => [id, change.role]))
  return change.to === 'user' ? { users: roles } : { teams: roles }
}

/** The changes that undo a change, one per previous role. */
export function undoChanges(change: Change): readonly Change[] {
  if (change.kind === 'level') return [{ kind: 'level', level: change.before, before: change.level }]
  const roles = [...new Set(change.grantees.map(({ before }) => before))]
  return roles.map((role) => ({
    ...change,
    role,
    grantees: change.grantees
      .filter(({ before }) => before === role)
      .map((grantee) => ({ ...grantee, before: change.role })),
  }))
}
