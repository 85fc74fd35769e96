import {
  type Arithmetic,
  type Condition,
  isArithmetic,
  type Method,
  nodesOf,
  parseExpression,
  type RootName,
} from './condition.ts'
import { ConditionError } from './condition-tokens.ts'

/** Whether content with this condition is shown. A condition that fails to evaluate hides it. */
export function evaluateCondition(
  condition: Condition,
  visitor: unknown,
  variables: Omit<Scope, 'visitor'> = {},
): boolean {
  try {
    return Boolean(valueOf(condition, { visitor, ...variables }))
  } catch (error) {
    if (error instanceof EvaluationError) return false
    throw error
  }
}

/** What an expression can read: variables of the space and the page, and claims of the visitor. */
export type ExpressionScope = { readonly [K in RootName]: unknown }

/** Longer expressions have no value; in characters. */
const MAX_EXPRESSION_LENGTH = 1024
/** Longer values are cut; in characters. */
const MAX_VALUE_LENGTH = 2000

/**
 * The text that an expression on a page shows. Null for one that can't be parsed or evaluated, or whose value isn't a
 * text, a number or a boolean: a missing variable without a fallback.
 */
export function evaluateExpression(text: string, scope: ExpressionScope): string | null {
  if (text.length > MAX_EXPRESSION_LENGTH) return null
  try {
    const value = valueOf(parseExpression(text), scope)
    if (typeof value === 'string') return value.slice(0, MAX_VALUE_LENGTH).toWellFormed()
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
    return typeof value === 'boolean' ? String(value) : null
  } catch (error) {
    if (error instanceof EvaluationError || error instanceof ConditionError) return null
    throw error
  }
}

/** The variables that an expression reads, such as `space.vars.version`; none if it can't be parsed. */
export function variablesOfExpression(text: string): readonly string[] {
  if (text.length > MAX_EXPRESSION_LENGTH) return []
  const names = new Set<string>()
  try {
    for (const node of nodesOf(parseExpression(text)))
      if (
        node.is === 'member' &&
        node.of.is === 'member' &&
        node.of.name === 'vars' &&
        node.of.of.is === 'root'
      )
        names.add(`${node.of.of.name}.vars.${node.name}`)
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error
  }
  return [...names]
}

type Scope = Partial<ExpressionScope>

/** Thrown where JavaScript would throw too, such as for a member of `undefined`. */
class EvaluationError extends Error {}

function valueOf(condition: Condition, scope: Scope): unknown {
  switch (condition.is) {
    case 'literal':
      return condition.value
    case 'list':
      return condition.items.map((item) => valueOf(item, scope))
    case 'root':
      return scope[condition.name]
    case 'member':
      return memberOf(valueOf(condition.of, scope), condition.name)
    case 'call':
      return callMethod(valueOf(condition.of, scope), condition.method, valueOf(condition.argument, scope))
    case 'not':
      return !valueOf(condition.of, scope)
    case 'choice':
      return valueOf(valueOf(condition.test, scope) ? condition.yes : condition.no, scope)
    case 'binary':
      return binaryValue(condition, scope)
  }
}

/** Reads own members only, so that a condition cannot reach prototypes or constructors. */
function memberOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) throw new EvaluationError()
  if (name === 'length' && (typeof value === 'string' || Array.isArray(value))) return value.length
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  return Object.getOwnPropertyDescriptor(value, name)?.value
}

function callMethod(value: unknown, method: Method, argument: unknown): boolean {
  if (method === 'includes' && Array.isArray(value)) return value.some((item) => item === argument)
  if (typeof value !== 'string' || typeof argument !== 'string') throw new EvaluationError()
  return value[method](argument)
}

type BinaryCondition = Extract<Condition, { is: 'binary' }>

function binaryValue({ sign, left, right }: BinaryCondition, scope: Scope): unknown {
  const first = valueOf(left, scope)
  if (sign === '&&') return first ? valueOf(right, scope) : first
  if (sign === '||') return first ? first : valueOf(right, scope)
  if (sign === '??') return first ?? valueOf(right, scope)
  const second = valueOf(right, scope)
  if (isArithmetic(sign)) return calculate(sign, first, second)
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
      return compareValues(sign, first, second)
  }
}

/** Texts can be joined, with numbers and booleans as well; a missing value is an error instead of “undefined”. */
function calculate(sign: Arithmetic, a: unknown, b: unknown): string | number {
  if (sign === '+' && (typeof a === 'string' || typeof b === 'string')) {
    if (!isPrimitive(a) || !isPrimitive(b)) throw new EvaluationError()
    return String(a) + String(b)
  }
  if (typeof a !== 'number' || typeof b !== 'number') throw new EvaluationError()
  switch (sign) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    case '%':
      return a % b
  }
}

const isPrimitive = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** `==` differs from `===` only in that null and undefined are equal. */
const isSame = (sign: '==' | '===', a: unknown, b: unknown): boolean =>
  a === b || (sign === '==' && (a ?? null) === null && (b ?? null) === null)

/** `"name" in object` tests for a member. `value in list` tests for an item, which is what authors mean by it. */
function isIn(value: unknown, container: unknown): boolean {
  if (Array.isArray(container)) return container.includes(value)
  if (typeof container !== 'object' || container === null) throw new EvaluationError()
  return typeof value === 'string' && Object.hasOwn(container, value)
}

/** Only two numbers or two strings can be ordered. */
function compareValues(sign: '<' | '<=' | '>' | '>=', a: unknown, b: unknown): boolean {
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
