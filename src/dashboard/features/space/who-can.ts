import type { Space } from '#contract/spaces.ts'

const verbs = {
  admin: 'can manage',
  create: 'can manage',
  review: 'can review',
  edit: 'can edit',
  comment: 'can comment',
  read: 'can read',
} as const

/** Who may do what in a space by default, in words; `isNamed` when it is open to nobody but those named. */
export function whoCan(
  { defaultLevel, defaultLevelFrom }: Pick<Space, 'defaultLevel' | 'defaultLevelFrom'>,
  organization: string,
): { text: string; isNamed: boolean } {
  if (defaultLevel === null) return { text: 'Named people only', isNamed: true }
  // The level answered then is the reader's own role, not everybody's.
  if (defaultLevelFrom?.type === 'organization')
    return { text: `Everyone by their role at ${organization}`, isNamed: false }
  return { text: `Everyone at ${organization} ${verbs[defaultLevel]}`, isNamed: false }
}
