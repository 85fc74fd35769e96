import type { MissingItem } from '#contract/site-history.ts'

/** Why something does not come back, behind a colon. */
export const whyMissing: Readonly<Record<MissingItem['reason'], string>> = {
  deleted: 'its space is in the trash or gone.',
  forbidden: 'you may not show its space.',
  empty: 'none of its spaces does.',
  taken: 'its path, or its space, is something else’s there now.',
  place: 'what it stood in is gone.',
}
