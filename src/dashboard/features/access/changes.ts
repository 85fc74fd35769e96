import type { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { peopleOf } from '../../lib/namings.ts'
import { roleNames } from '../../lib/role-words.ts'
import { counted, words } from '../../lib/words.ts'
import type { Level, Subject } from './subject.ts'

export type Grantee = {
  readonly id: string
  readonly name: string /** None yet when null. */
  readonly before: Role | null
}

/** What somebody is about to do to who may do what; nothing of it is done before they saw what comes of it. */
export type Change =
  | { readonly kind: 'level'; readonly level: Level; readonly before: Level }
  | {
      readonly kind: 'roles'
      readonly to: 'user' | 'team'
      readonly grantees: readonly Grantee[]
      /** Null takes away what was given. */
      readonly role: Role | null
    }

export type Proposed = NonNullable<Input<typeof api.spacePermissions.preview>['body']>

/** A change as its outcome is asked for. */
export function proposedOf(change: Change): Proposed {
  if (change.kind === 'level') return { defaultLevel: change.level }
  const roles = Object.fromEntries(change.grantees.map(({ id }) => [id, change.role]))
  return change.to === 'user' ? { users: roles } : { teams: roles }
}

/** Back to what was before. */
export function inverseOf(change: Change): readonly Change[] {
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

const roleWord = (level: Level): string => {
  if (level === null) return 'named people only'
  return level === 'inherit' ? 'as what is above it' : roleNames[level]
}

function whoIn({ to, grantees }: Extract<Change, { kind: 'roles' }>): string {
  const names = grantees.map(({ name }) => name)
  if (to === 'user') return peopleOf(names)
  return names.length === 1 ? `the team ${words.quoted(names[0] ?? '')}` : counted(names.length, 'team')
}

type Said = {
  readonly question: string
  readonly act: string
  readonly done: string
  readonly refused: string
}

/** A change in words: asked, on the button, once it is done, and when it is refused. */
export function saidOf(change: Change, subject: Pick<Subject, 'title'>): Said {
  const here = words.quoted(subject.title)
  if (change.kind === 'level') {
    const level = roleWord(change.level)
    return {
      question: `Set the default access of ${here} to “${level}”?`,
      act: 'Set default access',
      done: `Set the default access of ${here} to “${level}”`,
      refused: `The default access of ${here} stays`,
    }
  }
  const who = whoIn(change)
  if (change.role === null) {
    return {
      question: `Take what was given to ${who} on ${here} away?`,
      act: 'Take it away',
      done: `Took away what was given to ${who} on ${here}`,
      refused: `What was given to ${who} stays`,
    }
  }
  const role = roleNames[change.role]
  return {
    question: `Give ${who} the role ${role} on ${here}?`,
    act: `Give ${role}`,
    done: `Gave ${who} the role ${role} on ${here}`,
    refused: `${who} did not get the role ${role}`,
  }
}
