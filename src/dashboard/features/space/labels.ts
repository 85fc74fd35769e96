import type { Space } from '#contract/spaces.ts'

const verbs = {
  admin: 'can manage',
  create: 'can manage',
  review: 'can review',
  edit: 'can edit',
  comment: 'can comment',
  read: 'can read',
} as const

/** The default access of a space in words; `isRestricted` if only people with direct access can open it. */
export function defaultAccessLabel(
  { defaultLevel, defaultLevelFrom }: Pick<Space, 'defaultLevel' | 'defaultLevelFrom'>,
  organization: string,
): { text: string; isRestricted: boolean } {
  if (defaultLevel === null) return { text: 'Named people only', isRestricted: true }
  // In this case the level is the viewer's own role, not everyone's.
  if (defaultLevelFrom?.type === 'organization')
    return { text: `Everyone by their role in ${organization}`, isRestricted: false }
  return { text: `Everyone at ${organization} ${verbs[defaultLevel]}`, isRestricted: false }
}
