import type { Collection } from '#contract/collections.ts'
import { formatPeople, labels, pluralize } from '#dashboard/lib/labels.ts'
import { contentRoleDescriptions, roleNames } from '#dashboard/lib/role-labels.ts'
import type { Change } from './mutations.ts'
import type { Level, Subject } from './queries.ts'

/** What a thing takes over from above: from a collection, or from everybody’s role in the organization. */
export function inheritedInWords(
  subject: Pick<Subject, 'parent'>,
  parent: Pick<Collection, 'title' | 'defaultLevel' | 'defaultLevelFrom'> | undefined,
  organization: string,
): string {
  const byRole = `by their role in ${organization}`
  if (subject.parent === undefined) return `Everybody ${byRole}`
  if (parent === undefined) return 'As in the collection it is in'
  const where = `As in ${labels.quoted(parent.title || labels.untitled)}`
  if (parent.defaultLevelFrom?.type === 'organization') return `${where}: everybody ${byRole}`
  return `${where}: ${parent.defaultLevel === null ? 'named people only' : roleNames[parent.defaultLevel]}`
}

/** The level in force, as one reads it who may not change it. */
export function levelInWords(
  { level, effective }: Pick<Subject, 'level' | 'effective'>,
  inherited: string,
): string {
  if (level === 'inherit') return inherited
  return effective === null
    ? 'Named people only'
    : `${roleNames[effective]}: ${contentRoleDescriptions[effective].toLowerCase()}`
}

const roleWord = (level: Level): string => {
  if (level === null) return 'named people only'
  return level === 'inherit' ? 'as what is above it' : roleNames[level]
}

function whoIn({ to, grantees }: Extract<Change, { kind: 'roles' }>): string {
  const names = grantees.map(({ name }) => name)
  if (to === 'user') return formatPeople(names)
  return names.length === 1 ? `the team ${labels.quoted(names[0] ?? '')}` : pluralize(names.length, 'team')
}

type Said = {
  readonly question: string
  readonly act: string
  readonly done: string
  readonly refused: string
}

/** A change in words: asked, on the button, once it is done, and when it is refused. */
export function saidOf(change: Change, subject: Pick<Subject, 'title'>): Said {
  const here = labels.quoted(subject.title)
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
