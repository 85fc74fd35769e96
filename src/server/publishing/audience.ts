import { ConditionFault, holds, parseCondition } from '#contract/shared/condition.ts'
import type { SiteRow } from '../domain/site-structure/structure.ts'

/** Whether a reader sees what stands under a condition; what has none is seen by everybody. */
export type Shows = (condition: string | null | undefined) => boolean

const everything: Shows = () => true

/** A reader of whom nothing is known. */
const stranger = { claims: { unsigned: {} } }

/**
 * What readers see. Without adaptive content conditions are kept but not applied; with it a fault hides, and every
 * reader is one of whom nothing is known, because nobody can say yet who they are.
 */
export const showsFor = ({ adaptiveContent }: Pick<SiteRow, 'adaptiveContent'>): Shows =>
  adaptiveContent ? isShownToStranger : everything

function isShownToStranger(condition: string | null | undefined): boolean {
  if (!condition) return true
  try {
    return holds(parseCondition(condition), stranger)
  } catch (error) {
    if (error instanceof ConditionFault) return false
    throw error
  }
}
