import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleQuestionMark,
  FilePlus,
  type LucideIcon,
} from 'lucide-react'
import type { SpaceTranslation, TranslationState } from '#contract/space-translations.ts'

type StateLabel = {
  readonly label: string
  readonly icon: LucideIcon
  readonly tone?: 'open' | 'draft' | 'merged' | 'warning' | 'danger'
}

/** The states of translated pages, in the order in which they matter. */
export const stateLabels: Readonly<Record<TranslationState, StateLabel>> = {
  outdated: { label: 'Out of date', icon: CircleAlert, tone: 'warning' },
  unconfirmed: { label: 'Not confirmed', icon: CircleDashed, tone: 'draft' },
  missing: { label: 'Missing', icon: FilePlus, tone: 'draft' },
  unpaired: { label: 'No original', icon: CircleQuestionMark, tone: 'draft' },
  'up-to-date': { label: 'Up to date', icon: CircleCheck, tone: 'open' },
}

export const states = Object.keys(stateLabels) as TranslationState[]

/** The number of pages in a state. */
export function countOf({ pages }: SpaceTranslation, state: TranslationState): number {
  return state === 'up-to-date' ? pages.upToDate : pages[state]
}

/** Progress in words: `41 of 48 up to date`. */
export const progressLabel = ({ pages }: Pick<SpaceTranslation, 'pages'>): string =>
  `${pages.upToDate} of ${pages.total} up to date`
