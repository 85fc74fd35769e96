import type { Collection } from '#contract/collections.ts'
import { formatPeople, labels, pluralize } from '../../lib/labels.ts'
import { contentRoleDescriptions, roleNames } from '../../lib/role-labels.ts'
import type { Change, Level, Resource } from './queries.ts'

/** What the resource inherits: the level of a collection, or the role of each member in the organization. */
export function inheritedLabel(
  resource: Pick<Resource, 'parent'>,
  parent: Pick<Collection, 'title' | 'defaultLevel' | 'defaultLevelFrom'> | undefined,
  organization: string,
): string {
  const byRole = `by their role in ${organization}`
  if (resource.parent === undefined) return `Everyone ${byRole}`
  if (parent === undefined) return 'Inherited from its collection'
  const where = `As in ${labels.quoted(parent.title || labels.untitled)}`
  if (parent.defaultLevelFrom?.type === 'organization') return `${where}: everyone ${byRole}`
  return `${where}: ${parent.defaultLevel === null ? 'named people only' : roleNames[parent.defaultLevel]}`
}

/** The effective level, for people who cannot change it. */
export function levelLabel(
  { level, effective }: Pick<Resource, 'level' | 'effective'>,
  inherited: string,
): string {
  if (level === 'inherit') return inherited
  return effective === null
    ? 'Named people only'
    : `${roleNames[effective]}: ${contentRoleDescriptions[effective].toLowerCase()}`
}

const levelName = (level: Level): string => {
  if (level === null) return 'named people only'
  return level === 'inherit' ? 'Inherit' : roleNames[level]
}

function granteesLabel({ to, grantees }: Extract<Change, { kind: 'roles' }>): string {
  const names = grantees.map(({ name }) => name)
  if (to === 'user') return formatPeople(names)
  return names.length === 1 ? `the team ${labels.quoted(names[0] ?? '')}` : pluralize(names.length, 'team')
}

type ChangeLabels = {
  readonly question: string
  readonly action: string
  readonly done: string
  readonly refused: string
}

/** The texts of a change: question, button, success and failure. */
export function changeLabels(change: Change, resource: Pick<Resource, 'title'>): ChangeLabels {
  const here = labels.quoted(resource.title)
  if (change.kind === 'level') {
    const level = levelName(change.level)
    return {
      question: `Set the default access of ${here} to “${level}”?`,
      action: 'Set default access',
      done: `Set the default access of ${here} to “${level}”`,
      refused: `Couldn’t change the default access of ${here}`,
    }
  }
  const who = granteesLabel(change)
  if (change.role === null) {
    return {
      question: `Remove the access of ${who} to ${here}?`,
      action: 'Remove access',
      done: `Removed the access of ${who} to ${here}`,
      refused: `Couldn’t remove the access of ${who}`,
    }
  }
  const role = roleNames[change.role]
  return {
    question: `Assign the ${role} role on ${here} to ${who}?`,
    action: `Assign ${role}`,
    done: `Assigned the ${role} role on ${here} to ${who}`,
    refused: `Couldn’t assign the ${role} role to ${who}`,
  }
}
