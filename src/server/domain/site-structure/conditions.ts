import { ConditionFault, parseCondition } from '#contract/shared/condition.ts'
import { invalid } from '../../errors.ts'

/** @throws {DomainError} `validation` with the place of the fault, when a condition cannot be understood. */
export function expectCondition(text: string): void {
  try {
    parseCondition(text)
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error
    const message = `Character ${error.at + 1}: ${error.message}`
    throw invalid([{ path: ['body', 'condition'], message }])
  }
}
