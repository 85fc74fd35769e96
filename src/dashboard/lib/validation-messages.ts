import { z } from 'zod'

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

/** The message of a field that the contract's schema refuses. Custom messages of a schema win; undefined leaves it to zod. */
export function validationMessage(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? tooShort(issue.input, Number(issue.minimum)) : undefined
    case 'too_big':
      return issue.origin === 'string' ? `Use ${issue.maximum} characters or fewer` : undefined
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Enter a value' : undefined
    case 'invalid_format':
      return issue.format === 'email' ? 'Enter a complete email address' : undefined
    default:
      return undefined
  }
}

const tooShort = (input: unknown, minimum: number): string =>
  input === '' ? 'Enter a value' : `Use ${minimum} ${minimum === 1 ? 'character' : 'characters'} or more`

z.config({ customError: validationMessage })
