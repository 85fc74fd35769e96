import { ScimError } from './errors.ts'

/** Comparisons that must all be true, such as `userName eq "ada"`. */
export type Filter = readonly Comparison[]
export type Comparison = {
  /** Path of an attribute in lower case without the schema: `emails.value`. */
  readonly attribute: string
  /** `pr`, present, has no value. */
  readonly operator: Operator
  readonly value: string | boolean | number | null
}

/** Equal, contains, starts with, present (RFC 7644, table 3). */
export type Operator = 'eq' | 'co' | 'sw' | 'pr'
const OPERATORS: readonly Operator[] = ['eq', 'co', 'sw', 'pr']

const MAX_LENGTH = 2000
const MAX_COMPARISONS = 10
const SCHEMA_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i
const TOKEN =
  /\s*(?:(?<string>"(?:[^"\\]|\\.)*")|(?<word>[a-z$][\w:.$-]*)|(?<number>-?\d+(?:\.\d+)?)|(?<sign>[[\]()]))/iy

/**
 * Parses a filter (RFC 7644, 3.4.2.2): comparisons with `eq`, `co`, `sw` and `pr` joined by `and`, also in brackets after
 * a multi-valued attribute. Other operators are refused.
 * @throws {ScimError} 400 `invalidFilter`
 */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalid(`Use at most ${MAX_LENGTH} characters`)
  const tokens = tokensOf(text)
  const comparisons: Comparison[] = []
  do comparisons.push(...readComparison(tokens))
  while (takeWord(tokens, 'and'))
  if (tokens.length > 0) throw invalid('Only comparisons joined by and are supported')
  if (comparisons.length > MAX_COMPARISONS) throw invalid(`Use at most ${MAX_COMPARISONS} comparisons`)
  return comparisons
}

type Token = { readonly kind: 'string' | 'word' | 'number' | 'sign'; readonly text: string }

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex
    const groups = TOKEN.exec(text)?.groups
    const found = Object.entries(groups ?? {}).find(([, value]) => value !== undefined)
    if (found === undefined) throw invalid(`Unexpected text at position ${at + 1}`)
    tokens.push({ kind: found[0] as Token['kind'], text: String(found[1]) })
  }
  return tokens
}

/** One comparison, or those in the brackets after an attribute. */
function readComparison(tokens: Token[]): Comparison[] {
  const name = tokens.shift()
  if (name?.kind !== 'word') throw invalid('Begin with the name of an attribute')
  const attribute = name.text.replace(SCHEMA_PREFIX, '').toLowerCase()
  if (tokens[0]?.text === '[') {
    tokens.shift()
    const inner: Comparison[] = []
    do inner.push(...readComparison(tokens))
    while (takeWord(tokens, 'and'))
    const next = tokens.shift()
    if (next?.text !== ']') throw invalid('A bracket is not closed')
    return inner.map((one) => ({ ...one, attribute: `${attribute}.${one.attribute}` }))
  }
  const operator = OPERATORS.find((word) => takeWord(tokens, word))
  if (operator === undefined)
    throw invalid(`Only the operators ${OPERATORS.join(', ')} are supported, after ${name.text}`)
  if (operator === 'pr') return [{ attribute, operator, value: null }]
  const value = readValue(tokens.shift())
  if (operator !== 'eq' && typeof value !== 'string')
    throw invalid(`${operator} must be compared with a quoted string`)
  return [{ attribute, operator, value }]
}

function takeWord(tokens: Token[], word: string): boolean {
  const [next] = tokens
  if (next?.kind !== 'word' || next.text.toLowerCase() !== word) return false
  tokens.shift()
  return true
}

function readValue(token: Token | undefined): Comparison['value'] {
  if (token?.kind === 'number') return Number(token.text)
  if (token?.kind === 'string') return readString(token.text)
  const word = token?.kind === 'word' ? token.text.toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  if (word === 'null') return null
  throw invalid('A value must be a quoted string, a number, true, false or null')
}

function readString(text: string): string {
  try {
    const value = JSON.parse(text) as string
    if (!value.includes('\0') && value.isWellFormed()) return value
  } catch {
    // Refused below like text that cannot be stored.
  }
  throw invalid('A string isn’t valid JSON')
}

const invalid = (detail: string) => new ScimError(400, `The filter is not valid. ${detail}`, 'invalidFilter')
