import { ConditionError, parseCondition } from '#contract/shared/condition.ts'

/** A syntax error in a condition, and the text around it. */
export type ConditionSyntaxError = {
  /** Ends without a full stop: `Not understood: there is “=” here`. */
  readonly message: string
  /** Which character it is, counted from 1. */
  readonly character: number
  readonly before: string
  /** The character at the error; empty at the end of the condition. */
  readonly at: string
  readonly after: string
}

const around = 24

/** What is wrong with a condition; null when it is understood or empty. */
export function conditionErrorOf(text: string): ConditionSyntaxError | null {
  if (text.trim() === '') return null
  try {
    parseCondition(text)
    return null
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error
    const at = Math.min(error.at, text.length)
    const wordLength = /^(\w+|[^\w\s]+|$)/.exec(text.slice(at))?.[0].length ?? 1
    const word = text.slice(at, at + wordLength)
    return {
      message: error.message,
      character: at + 1,
      before: clipped(text.slice(0, at), 'start'),
      at: word,
      after: clipped(text.slice(at + word.length), 'end'),
    }
  }
}

function clipped(text: string, side: 'start' | 'end'): string {
  if (text.length <= around) return text
  return side === 'start' ? `…${text.slice(-around)}` : `${text.slice(0, around)}…`
}
