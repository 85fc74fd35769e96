import type { RulesTarget } from '../../data/merge-rules.ts'

type Labels = {
  /** The heading of the rules set here. */
  readonly own: string
  readonly none: string
  /** Who can change them, for everyone else. */
  readonly readOnly: string
}

export const targetLabels: Readonly<Record<RulesTarget['type'], Labels>> = {
  organization: {
    own: 'Rules of this organization',
    none: 'This organization has no rules yet.',
    readOnly: 'Only admins of the organization can change these rules.',
  },
  collection: {
    own: 'Rules of this collection',
    none: 'This collection has no rules yet.',
    readOnly: 'To change these rules, you need the Create or Admin role in this collection.',
  },
  space: {
    own: 'Rules of this space',
    none: 'This space has no rules yet.',
    readOnly: 'To change these rules, you need the Create or Admin role in this space.',
  },
}
