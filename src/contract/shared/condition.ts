import { ConditionFault, type Token, tokensOf } from './condition-tokens.ts'

export { ConditionFault } from './condition-tokens.ts'

type Binary = '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>=' | 'in' | '&&' | '||'
type Method = 'includes' | 'startsWith' | 'endsWith'

/** A condition once it is understood. */
export type Condition =
  | { readonly is: 'literal'; readonly value: string | number | boolean | null | undefined }
  | { readonly is: 'list'; readonly items: readonly Condition[] }
  | { readonly is: 'visitor' }
  | { readonly is: 'member'; readonly of: Condition; readonly name: string }
  | { readonly is: 'call'; readonly of: Condition; readonly method: Method; readonly argument: Condition }
  | { readonly is: 'not'; readonly of: Condition }
  | { readonly is: 'binary'; readonly sign: Binary; readonly left: Condition; readonly right: Condition }
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

/** How strongly the signs bind; a stronger one is read first. */
const strength: ReadonlyMap<string, number> = new Map([
  ['||', 1],
  ['&&', 2],
  ...['==', '!=', '===', '!=='].map((sign): [string, number] => [sign, 3]),
  ...['<', '<=', '>', '>=', 'in'].map((sign): [string, number] => [sign, 4]),
])

/** More brackets within each other than anybody writes; keeps reading and deciding shallow. */
const maxDepth = 40

/**
 * Understands a condition (decisions 18): literals, members of `visitor`, comparisons, `in`, `&&`, `||`, `!`, the
 * ternary, `includes`, `startsWith`, `endsWith` and `length`.
 *
 * @throws {ConditionFault} with the place of the first fault.
 */
export function parseCondition(text: string): Condition {
  const reader = new Reader(tokensOf(text))
  const condition = choice(reader, 0)
  if (reader.next.kind !== 'end') throw reader.unexpected()
  return condition
}

/** The place in the words; it only goes forward. */
class Reader {
  readonly #tokens: readonly Token[]
  #place = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get next(): Token {
    const token = this.#tokens[this.#place] ?? this.#tokens.at(-1)
    if (token === undefined) throw new ConditionFault('The condition is empty', 0)
    return token
  }

  take(): Token {
    const token = this.next
    this.#place += 1
    return token
  }

  /** Takes the next word if it is this one. */
  takes(sign: string): boolean {
    const { kind, value } = this.next
    const isIt = (kind === 'sign' || kind === 'name') && value === sign
    if (isIt) this.#place += 1
    return isIt
  }

  expect(sign: string): void {
    if (!this.takes(sign)) throw this.unexpected(sign)
  }

  unexpected(wanted?: string): ConditionFault {
    const { kind, value, at } = this.next
    const found = kind === 'end' ? 'the condition ends' : `there is “${value}”`
    return new ConditionFault(
      wanted ? `Where “${wanted}” belongs, ${found}` : `Not understood: ${found} here`,
      at,
    )
  }
}

function choice(reader: Reader, depth: number): Condition {
  if (depth > maxDepth) throw new ConditionFault('Nested too deeply', reader.next.at)
  const test = binary(reader, 1, depth)
  if (!reader.takes('?')) return test
  const yes = choice(reader, depth + 1)
  reader.expect(':')
  return { is: 'choice', test, yes, no: choice(reader, depth + 1) }
}

function binary(reader: Reader, weakest: number, depth: number): Condition {
  let left = unary(reader, depth)
  for (;;) {
    const sign = signOf(reader.next)
    const binds = sign === null ? 0 : (strength.get(sign) ?? 0)
    if (sign === null || binds < weakest) return left
    reader.take()
    left = { is: 'binary', sign, left, right: binary(reader, binds + 1, depth) }
  }
}

const signs: readonly Binary[] = ['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', '&&', '||']

const signOf = (token: Token): Binary | null =>
  token.kind === 'sign' || token.kind === 'name' ? (signs.find((sign) => sign === token.value) ?? null) : null

function unary(reader: Reader, depth: number): Condition {
  if (depth > maxDepth) throw new ConditionFault('Nested too deeply', reader.next.at)
  if (reader.takes('!')) return { is: 'not', of: unary(reader, depth + 1) }
  let condition = primary(reader, depth)
  for (;;) {
    const { at } = reader.next
    if (reader.takes('.')) condition = member(reader, condition)
    else if (reader.takes('[')) condition = bracketMember(reader, condition)
    else if (reader.takes('(')) condition = callOf(reader, condition, at, depth)
    else return condition
  }
}

function primary(reader: Reader, depth: number): Condition {
  const { kind, value } = reader.next
  if (reader.takes('(')) {
    const inner = choice(reader, depth + 1)
    reader.expect(')')
    return inner
  }
  if (reader.takes('[')) return { is: 'list', items: listItems(reader, depth) }
  if (kind === 'text' || kind === 'number') {
    reader.take()
    return { is: 'literal', value }
  }
  if (kind !== 'name') throw reader.unexpected()
  return named(reader)
}

function named(reader: Reader): Condition {
  const { value } = reader.next
  if (typeof value !== 'string') throw reader.unexpected()
  if (value === 'visitor') {
    reader.take()
    return { is: 'visitor' }
  }
  if (!literals.has(value))
    throw new ConditionFault(`Only “visitor” is known here, not “${value}”`, reader.next.at)
  reader.take()
  return { is: 'literal', value: literals.get(value) }
}

function listItems(reader: Reader, depth: number): readonly Condition[] {
  const items: Condition[] = []
  while (!reader.takes(']')) {
    if (items.length > 0) reader.expect(',')
    items.push(choice(reader, depth + 1))
  }
  return items
}

function member(reader: Reader, of: Condition): Condition {
  const { kind, value } = reader.next
  if (kind !== 'name') throw reader.unexpected('a name')
  reader.take()
  return { is: 'member', of, name: value }
}

function bracketMember(reader: Reader, of: Condition): Condition {
  const { kind, value } = reader.next
  if (kind !== 'text') throw reader.unexpected('a quoted name')
  reader.take()
  reader.expect(']')
  return { is: 'member', of, name: value }
}

function callOf(reader: Reader, called: Condition, at: number, depth: number): Condition {
  const method = called.is === 'member' ? methods.find((name) => name === called.name) : undefined
  if (called.is !== 'member' || method === undefined) {
    throw new ConditionFault(`Only ${methods.join(', ')} can be called`, at)
  }
  const argument = choice(reader, depth + 1)
  reader.expect(')')
  return { is: 'call', of: called.of, method, argument }
}

/** Whether a condition shows something to a visitor. A fault while deciding hides, and so does an untrue answer. */
export function holds(condition: Condition, visitor: unknown): boolean {
  try {
    return Boolean(valueOf(condition, visitor))
  } catch (error) {
    if (error instanceof Undecidable) return false
    throw error
  }
}

/** Raised where the language itself would fail, such as for a member of what is not there. */
class Undecidable extends Error {}

function valueOf(condition: Condition, visitor: unknown): unknown {
  switch (condition.is) {
    case 'literal':
      return condition.value
    case 'list':
      return condition.items.map((item) => valueOf(item, visitor))
    case 'visitor':
      return visitor
    case 'member':
      return memberOf(valueOf(condition.of, visitor), condition.name)
    case 'call':
      return called(valueOf(condition.of, visitor), condition.method, valueOf(condition.argument, visitor))
    case 'not':
      return !valueOf(condition.of, visitor)
    case 'choice':
      return valueOf(valueOf(condition.test, visitor) ? condition.yes : condition.no, visitor)
    case 'binary':
      return binaryValue(condition, visitor)
  }
}

/** Own members only, so that nothing of the language's own objects is reached. */
function memberOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) throw new Undecidable()
  if (name === 'length' && (typeof value === 'string' || Array.isArray(value))) return value.length
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

function called(value: unknown, method: Method, argument: unknown): boolean {
  if (method === 'includes' && Array.isArray(value)) return value.some((item) => item === argument)
  if (typeof value !== 'string' || typeof argument !== 'string') throw new Undecidable()
  return value[method](argument)
}

type BinaryCondition = Extract<Condition, { is: 'binary' }>

function binaryValue({ sign, left, right }: BinaryCondition, visitor: unknown): unknown {
  const first = valueOf(left, visitor)
  if (sign === '&&') return first ? valueOf(right, visitor) : first
  if (sign === '||') return first ? first : valueOf(right, visitor)
  const second = valueOf(right, visitor)
  switch (sign) {
    case '==':
    case '===':
      return isSame(sign, first, second)
    case '!=':
    case '!==':
      return !isSame(sign === '!=' ? '==' : '===', first, second)
    case 'in':
      return isIn(first, second)
    default:
      return compared(sign, first, second)
  }
}

/** `==` differs from `===` only in that nothing equals nothing, be it null or undefined. */
const isSame = (sign: '==' | '===', a: unknown, b: unknown): boolean =>
  a === b || (sign === '==' && (a ?? null) === null && (b ?? null) === null)

/** `"name" in object` asks for a member; `value in list` for an item, which is what people mean by it. */
function isIn(value: unknown, holder: unknown): boolean {
  if (Array.isArray(holder)) return holder.includes(value)
  if (typeof holder !== 'object' || holder === null) throw new Undecidable()
  return typeof value === 'string' && Object.hasOwn(holder, value)
}

/** Two numbers or two texts; whatever else is neither less nor more. */
function compared(sign: '<' | '<=' | '>' | '>=', a: unknown, b: unknown): boolean {
  const order = orderOf(a, b)
  if (order === null) return false
  if (sign === '<') return order < 0
  if (sign === '<=') return order <= 0
  return sign === '>' ? order > 0 : order >= 0
}

function orderOf(a: unknown, b: unknown): number | null {
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b)
  if (typeof a !== 'string' || typeof b !== 'string') return null
  if (a === b) return 0
  return a < b ? -1 : 1
}
