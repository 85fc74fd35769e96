import { createHash } from 'node:crypto'
import { ConditionError, parseCondition } from '#contract/shared/condition.ts'
import { evaluateCondition } from '#contract/shared/evaluate-condition.ts'
import type { SiteRow } from '../domain/sites/structure/structure.ts'

/** Whether a reader sees what stands under a condition; what has none is seen by everybody. */
export type Shows = (condition: string | null | undefined) => boolean

export const everything: Shows = () => true

/** A reader, as conditions see them. */
export type Visitor = {
  readonly claims: Readonly<Record<string, unknown>> & {
    readonly unsigned: Readonly<Record<string, unknown>>
  }
}

/** A reader of whom nothing is known. */
export const stranger: Visitor = { claims: { unsigned: {} } }

/** Equal for readers of whom the same is known; empty for strangers. */
export function nameOfVisitor({ claims }: Visitor): string {
  const { unsigned, ...told } = claims
  if (Object.keys(told).length === 0 && Object.keys(unsigned).length === 0) return ''
  return createHash('sha256').update(JSON.stringify(claims)).digest('base64url')
}

/** What a reader sees. Without adaptive content conditions are kept but not applied; with it a fault hides. */
export const showsFor = (
  { adaptiveContent }: Pick<SiteRow, 'adaptiveContent'>,
  visitor: Visitor = stranger,
): Shows => (adaptiveContent ? (condition) => isShownTo(visitor, condition) : everything)

function isShownTo(visitor: Visitor, condition: string | null | undefined): boolean {
  if (!condition) return true
  try {
    return evaluateCondition(parseCondition(condition), visitor)
  } catch (error) {
    if (error instanceof ConditionError) return false
    throw error
  }
}
