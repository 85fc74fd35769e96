import type { Collection } from '#contract/collections.ts'
import { placeMeans, roleNames } from '../../lib/role-words.ts'
import { words } from '../../lib/words.ts'
import type { Subject } from './subject.ts'

/** What a thing takes over from above: from a collection, or from everybody’s role in the organization. */
export function inheritedInWords(
  subject: Pick<Subject, 'parent'>,
  parent: Pick<Collection, 'title' | 'defaultLevel' | 'defaultLevelFrom'> | undefined,
  organization: string,
): string {
  const byRole = `by their role in ${organization}`
  if (subject.parent === undefined) return `Everybody ${byRole}`
  if (parent === undefined) return 'As in the collection it is in'
  const where = `As in ${words.quoted(parent.title || words.untitled)}`
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
    : `${roleNames[effective]}: ${placeMeans[effective].toLowerCase()}`
}
