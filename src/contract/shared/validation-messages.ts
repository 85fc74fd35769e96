import type { z } from 'zod'
import type { Issue } from './errors.ts'

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

/** What a value must be, by zod's name of its type. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter a complete email address',
  url: 'Enter an address that starts with https://',
  datetime: 'Enter a date and time in UTC, such as 2026-01-31T09:30:00Z',
  date: 'Enter a date, such as 2026-01-31',
  uuid: 'Enter a UUID, such as 7c9e6679-7425-40de-944b-e07fc1f90ae7',
  base64: 'Enter text in Base64',
}

/** How many allowed values a message lists. */
const MAX_LISTED_VALUES = 20

/** The message for a value that a schema refuses. Messages of the schema itself win over it. */
export function validationMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue.origin, issue.input, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_type':
      return wrongType(issue.input, issue.expected)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Use the format in the API reference'
    case 'invalid_value':
      return oneOf(issue.values)
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? oneOf(issue.options)
        : 'Use a value that the API reference allows'
    case 'unrecognized_keys':
      return `Remove the unknown ${issue.keys.length === 1 ? 'field' : 'fields'} ${issue.keys.map((key) => `“${key}”`).join(', ')}`
    case 'not_multiple_of':
      return `Use a multiple of ${issue.divisor}`
    default:
      return 'This value isn’t valid'
  }
}

function tooSmall(origin: string, input: unknown, minimum: number, isInclusive: boolean): string {
  if (origin === 'string')
    return input === '' ? 'Enter a value' : `Use ${count(minimum, 'character')} or more`
  if (isNumber(origin))
    return isInclusive ? `Use ${format(minimum)} or more` : `Use more than ${format(minimum)}`
  return `Add at least ${count(minimum, 'item')}`
}

function tooBig(origin: string, maximum: number, isInclusive: boolean): string {
  if (origin === 'string') return `Use ${count(maximum, 'character')} or fewer`
  if (isNumber(origin))
    return isInclusive ? `Use ${format(maximum)} or less` : `Use less than ${format(maximum)}`
  return `Use ${count(maximum, 'item')} or fewer`
}

function wrongType(input: unknown, expected: string): string {
  if (input === undefined || input === null) return 'Enter a value'
  if (Number.isNaN(input)) return 'Enter a number'
  const type = TYPES[expected]
  return type === undefined ? 'This value isn’t valid' : `Must be ${type}`
}

function oneOf(values: readonly unknown[]): string {
  const listed = values.slice(0, MAX_LISTED_VALUES).map((value) => (value === '' ? 'empty' : String(value)))
  const more = values.length - listed.length
  const list = [...listed, ...(more > 0 ? [`or ${more} more in the API reference`] : [])].join(', ')
  return values.length === 1 ? `Must be ${list}` : `Must be one of ${list}`
}

const isNumber = (origin: string): boolean => origin === 'number' || origin === 'int' || origin === 'bigint'

const format = (value: number): string => value.toLocaleString('en-US')

const count = (amount: number, noun: string): string => `${format(amount)} ${noun}${amount === 1 ? '' : 's'}`

/** The issues of a value that a schema refused, each on its field. A union has those of the alternative that fits best. */
export const fieldIssues = ({ issues }: z.ZodError): Issue[] =>
  issues.flatMap((issue) => flattened(issue, []))

type FinalIssue = z.core.$ZodIssue

function flattened(issue: FinalIssue, parents: Issue['path']): Issue[] {
  const path = [...parents, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message: issue.message }]
  const [best] = issue.errors
    .filter((alternative) => !alternative.some(isWrongKind))
    .toSorted((a, b) => a.length - b.length)
  if (best !== undefined) return best.flatMap((inner) => flattened(inner, path))
  const messages = issue.errors.flatMap((alternative) => alternative.find(isWrongKind)?.message ?? [])
  const kinds = [...new Set(messages.map((message) => message.replace(/^Must be /, '')))]
  const isPlain = messages.length > 0 && messages.every((message) => message.startsWith('Must be '))
  return [{ path, message: isPlain ? `Must be ${kinds.join(', or ')}` : (messages[0] ?? issue.message) }]
}

/** Whether an alternative is out of the question: the value as a whole is something else. */
const isWrongKind = ({ path, code }: FinalIssue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
