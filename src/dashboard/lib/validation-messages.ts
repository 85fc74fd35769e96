import { z } from 'zod'

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

/** The message of a field that the contract's schema refuses. Custom messages of a schema win; undefined leaves it to zod. */
export function validationMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? tooShort(issue.input, Number(issue.minimum)) : undefined
    case 'too_big':
      return issue.origin === 'string' ? `Give at most ${issue.maximum} characters` : undefined
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Fill this in' : undefined
    case 'invalid_format':
      return issue.format === 'email' ? 'Give a complete e-mail address' : undefined
    default:
      return undefined
  }
}

const tooShort = (input: unknown, minimum: number): string =>
  input === '' ? 'Fill this in' : `Give at least ${minimum} ${minimum === 1 ? 'character' : 'characters'}`

z.config({ customError: validationMessage })
