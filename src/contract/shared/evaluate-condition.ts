import type { Condition, Method } from './condition.ts'

/** Whether content with this condition is shown to a visitor. A condition that fails to evaluate hides it. */
export function evaluateCondition(condition: Condition, visitor: unknown): boolean {
  try {
    return Boolean(valueOf(condition, visitor))
  } catch (error) {
    if (error instanceof EvaluationError) return false
    throw error
  }
}

/** Thrown where JavaScript would throw too, such as for a member of `undefined`. */
class EvaluationError extends Error {}

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
      return callMethod(
        valueOf(condition.of, visitor),
        condition.method,
        valueOf(condition.argument, visitor),
      )
    case 'not':
      return !valueOf(condition.of, visitor)
    case 'choice':
      return valueOf(valueOf(condition.test, visitor) ? condition.yes : condition.no, visitor)
    case 'binary':
      return binaryValue(condition, visitor)
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
      return compareValues(sign, first, second)
  }
}

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
