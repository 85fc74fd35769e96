import { ConditionError, type Token, tokensOf } from './condition-tokens.ts'

type Binary = '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>=' | 'in' | '&&' | '||' | '??'
export type Arithmetic = '+' | '-' | '*' | '/' | '%'
export type Method = 'includes' | 'startsWith' | 'endsWith'

/** What conditions and expressions can name. */
export type RootName = 'visitor' | 'organization' | 'site' | 'space' | 'page'

/** The syntax tree of a condition or an expression. */
export type Condition =
  | { readonly is: 'literal'; readonly value: string | number | boolean | null | undefined }
  | { readonly is: 'list'; readonly items: readonly Condition[] }
  | { readonly is: 'root'; readonly name: RootName }
  | { readonly is: 'member'; readonly of: Condition; readonly name: string }
  | { readonly is: 'call'; readonly of: Condition; readonly method: Method; readonly argument: Condition }
  | { readonly is: 'not'; readonly of: Condition }
  | {
      readonly is: 'binary'
      readonly sign: Binary | Arithmetic
      readonly left: Condition
      readonly right: Condition
    }
  | { readonly is: 'choice'; readonly test: Condition; readonly yes: Condition; readonly no: Condition }

const methods: readonly Method[] = ['includes', 'startsWith', 'endsWith']
const literals: ReadonlyMap<string, boolean | null | undefined> = new Map<string, boolean | null | undefined>(
  [
    ['true', true],
    ['false', false],
    ['null', null],
    ['undefined', undefined],
  ],
)

/** Operator precedence; a higher one binds more tightly. */
const precedence: ReadonlyMap<string, number> = new Map([
  ['??', 1],
  ['||', 1],
  ['&&', 2],
  ...['==', '!=', '===', '!=='].map((sign): [string, number] => [sign, 3]),
  ...['<', '<=', '>', '>=', 'in'].map((sign): [string, number] => [sign, 4]),
  ...['+', '-'].map((sign): [string, number] => [sign, 5]),
  ...['*', '/', '%'].map((sign): [string, number] => [sign, 6]),
])

/** Deeper nesting than anyone writes. Bounds the recursion of the parser and the evaluator. */
const MAX_DEPTH = 40

/** A node of a syntax tree and everything below it. */
export function* nodesOf(node: Condition): Generator<Condition, undefined> {
  yield node
  for (const value of Object.values(node) as unknown[])
    for (const part of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof part === 'object' && part !== null && 'is' in part) yield* nodesOf(part as Condition)
}

/** Whether a condition reads something of a root, such as `visitor`. */
export const namesRoot = (condition: Condition, name: RootName): boolean =>
  nodesOf(condition).some((node) => node.is === 'root' && node.name === name)

/**
 * Parses a condition: literals, members of `visitor`, comparisons, arithmetic, `in`, `&&`, `||`, `??`, `!`, the ternary,
 * `includes`, `startsWith`, `endsWith` and `length`. Conditions are never run as JavaScript.
 *
 * @throws {ConditionError} with the index of the first error.
 */
export const parseCondition = (text: string): Condition => parseWith(text, ['visitor'])

/** Parses an expression or a condition on a page, which have the same grammar and also read variables. @throws {ConditionError} */
export const parseExpression = (text: string): Condition =>
  parseWith(text, ['organization', 'site', 'space', 'page', 'visitor'])

/** The syntax error of a condition (`parseCondition`) or an expression (`parseExpression`); undefined if it has none. */
export function syntaxErrorOf(text: string, parse: (text: string) => Condition): ConditionError | undefined {
  try {
    parse(text)
    return undefined
  } catch (error) {
    if (error instanceof ConditionError) return error
    throw error
  }
}

function parseWith(text: string, names: readonly RootName[]): Condition {
  const reader = new TokenReader(tokensOf(text), names)
  const condition = choice(reader, 0)
  if (reader.next.kind !== 'end') throw reader.unexpected()
  return condition
}

/** A cursor over the tokens that only moves forward. */
class TokenReader {
  readonly #tokens: readonly Token[]
  readonly names: readonly RootName[]
  #index = 0

  constructor(tokens: readonly Token[], names: readonly RootName[]) {
    this.#tokens = tokens
    this.names = names
  }

  get next(): Token {
    const token = this.#tokens[this.#index] ?? this.#tokens.at(-1)
    if (token === undefined) throw new ConditionError('The condition is empty', 0)
    return token
  }

  take(): Token {
    const token = this.next
    this.#index += 1
    return token
  }

  /** Consumes the next token if it is this sign. */
  accept(sign: string): boolean {
    const { kind, value } = this.next
    const isIt = (kind === 'sign' || kind === 'name') && value === sign
    if (isIt) this.#index += 1
    return isIt
  }

  expect(sign: string): void {
    if (!this.accept(sign)) throw this.unexpected(sign)
  }

  unexpected(expected?: string): ConditionError {
    const { kind, value, at } = this.next
    const actual = kind === 'end' ? 'the end of the condition' : `“${value}”`
    return new ConditionError(expected ? `Expected “${expected}”, not ${actual}` : `Unexpected ${actual}`, at)
  }
}

function choice(reader: TokenReader, depth: number): Condition {
  if (depth > MAX_DEPTH) throw new ConditionError('Nested too deeply', reader.next.at)
  const test = binary(reader, 1, depth)
  if (!reader.accept('?')) return test
  const yes = choice(reader, depth + 1)
  reader.expect(':')
  return { is: 'choice', test, yes, no: choice(reader, depth + 1) }
}

function binary(reader: TokenReader, weakest: number, depth: number): Condition {
  let left = unary(reader, depth)
  for (;;) {
    const sign = signOf(reader.next)
    const binds = sign === null ? 0 : (precedence.get(sign) ?? 0)
    if (sign === null || binds < weakest) return left
    reader.take()
    left = { is: 'binary', sign, left, right: binary(reader, binds + 1, depth) }
  }
}

const comparisons: readonly Binary[] = [
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  '&&',
  '||',
  '??',
]
const arithmetic: readonly Arithmetic[] = ['+', '-', '*', '/', '%']
const signs = [...comparisons, ...arithmetic]

const signOf = (token: Token): Binary | Arithmetic | null =>
  token.kind === 'sign' || token.kind === 'name' ? (signs.find((sign) => sign === token.value) ?? null) : null

export const isArithmetic = (sign: Binary | Arithmetic): sign is Arithmetic =>
  arithmetic.some((one) => one === sign)

function unary(reader: TokenReader, depth: number): Condition {
  if (depth > MAX_DEPTH) throw new ConditionError('Nested too deeply', reader.next.at)
  if (reader.accept('!')) return { is: 'not', of: unary(reader, depth + 1) }
  let condition = primary(reader, depth)
  for (;;) {
    const { at } = reader.next
    if (reader.accept('.')) condition = member(reader, condition)
    else if (reader.accept('[')) condition = bracketMember(reader, condition)
    else if (reader.accept('(')) condition = callOf(reader, condition, at, depth)
    else return condition
  }
}

function primary(reader: TokenReader, depth: number): Condition {
  const { kind, value } = reader.next
  if (reader.accept('(')) {
    const inner = choice(reader, depth + 1)
    reader.expect(')')
    return inner
  }
  if (reader.accept('[')) return { is: 'list', items: listItems(reader, depth) }
  if (kind === 'text' || kind === 'number') {
    reader.take()
    return { is: 'literal', value }
  }
  if (kind !== 'name') throw reader.unexpected()
  return nameExpression(reader)
}

function nameExpression(reader: TokenReader): Condition {
  const { value } = reader.next
  if (typeof value !== 'string') throw reader.unexpected()
  const name = reader.names.find((one) => one === value)
  if (name !== undefined) {
    reader.take()
    return { is: 'root', name }
  }
  if (!literals.has(value)) {
    const known = reader.names.map((one) => `“${one}”`).join(', ')
    throw new ConditionError(`Only ${known} is known here, not “${value}”`, reader.next.at)
  }
  reader.take()
  return { is: 'literal', value: literals.get(value) }
}

function listItems(reader: TokenReader, depth: number): readonly Condition[] {
  const items: Condition[] = []
  while (!reader.accept(']')) {
    if (items.length > 0) reader.expect(',')
    items.push(choice(reader, depth + 1))
  }
  return items
}

function member(reader: TokenReader, of: Condition): Condition {
  const { kind, value } = reader.next
  if (kind !== 'name') throw reader.unexpected('a name')
  reader.take()
  return { is: 'member', of, name: value }
}

function bracketMember(reader: TokenReader, of: Condition): Condition {
  const { kind, value } = reader.next
  if (kind !== 'text') throw reader.unexpected('a quoted name')
  reader.take()
  reader.expect(']')
  return { is: 'member', of, name: value }
}

function callOf(reader: TokenReader, callee: Condition, at: number, depth: number): Condition {
  const method = callee.is === 'member' ? methods.find((name) => name === callee.name) : undefined
  if (callee.is !== 'member' || method === undefined) {
    throw new ConditionError(`Only ${methods.join(', ')} can be called`, at)
  }
  const argument = choice(reader, depth + 1)
  reader.expect(')')
  return { is: 'call', of: callee.of, method, argument }
}
