import { type Attributes, attributeOf, isAttributes, removeAttribute, setAttribute } from './attributes.ts'
import { ScimError } from './errors.ts'
import { type Filter, parseFilter } from './filter.ts'

const MAX_OPERATIONS = 1000

/**
 * Applies the operations of a PATCH to a resource (RFC 7644, 3.5.2). Also accepts what identity providers send in
 * practice: operations in upper case, paths as names of a value without path, and `remove` with the values to remove.
 * @throws {ScimError} 400
 */
export function applyPatch(resource: Attributes, body: Attributes): Attributes {
  const operations = attributeOf(body, 'Operations')
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'Send at least one operation in Operations', 'invalidSyntax')
  if (operations.length > MAX_OPERATIONS)
    throw new ScimError(400, `Send at most ${MAX_OPERATIONS} operations`, 'tooMany')
  const result = structuredClone(resource)
  for (const operation of operations) applyOperation(result, operation)
  return result
}

type Operation = { readonly op: 'add' | 'replace' | 'remove'; readonly value: unknown }

function applyOperation(resource: Attributes, input: unknown): void {
  if (!isAttributes(input)) throw new ScimError(400, 'An operation must be an object', 'invalidSyntax')
  const op = String(attributeOf(input, 'op')).toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw new ScimError(400, 'op must be add, replace or remove', 'invalidSyntax')
  const operation = { op, value: attributeOf(input, 'value') } as const
  const path = attributeOf(input, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new ScimError(400, 'path must be a string', 'invalidPath')
  if (path) {
    applyAt(resource, parsePath(path), operation)
    return
  }
  if (op === 'remove') throw new ScimError(400, 'remove needs a path', 'noTarget')
  if (!isAttributes(operation.value))
    throw new ScimError(400, 'Without a path the value must be an object', 'invalidValue')
  for (const [name, value] of Object.entries(operation.value)) {
    applyAt(resource, isAttributes(value) && name.includes(':') ? { name } : parsePath(name), { op, value })
  }
}

type Path = {
  readonly name: string
  readonly filter?: Filter | undefined
  readonly part?: string | undefined
}

const CORE_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i
const PATH = /^(?<name>[a-z$][\w$-]*)(?:\[(?<filter>.+)\])?(?:\.(?<part>[a-z$][\w$-]*))?$/i

function parsePath(text: string): Path {
  const path = text.replace(CORE_PREFIX, '')
  // Attributes of extensions are not stored, so their parts do not matter.
  if (/^urn:/i.test(path)) return { name: path }
  const { name, filter, part } = PATH.exec(path)?.groups ?? {}
  if (name === undefined) throw new ScimError(400, `${text.slice(0, 200)} is not a path`, 'invalidPath')
  return { name, part, ...(filter === undefined ? {} : { filter: parseFilter(filter) }) }
}

function applyAt(resource: Attributes, path: Path, operation: Operation): void {
  const { name, filter, part } = path
  if (filter !== undefined) applyToMatches(resource, { name, filter, part }, operation)
  else if (part === undefined) applyToAttribute(resource, name, operation)
  else applyToPart(resource, { name, part }, operation)
}

/** A part of an attribute: of each value if it has several. */
function applyToPart(
  resource: Attributes,
  { name, part }: { readonly name: string; readonly part: string },
  operation: Operation,
): void {
  const stored = attributeOf(resource, name)
  const targets = (Array.isArray(stored) ? stored : [stored]).filter(isAttributes)
  for (const target of targets) applyToAttribute(target, part, operation)
  if (targets.length > 0 || operation.op === 'remove') return
  const created: Attributes = {}
  applyToAttribute(created, part, operation)
  setAttribute(resource, name, created)
}

function applyToAttribute(target: Attributes, name: string, { op, value }: Operation): void {
  const stored = attributeOf(target, name)
  if (op === 'remove') removeFrom(target, name, value)
  else if (op === 'add' && Array.isArray(stored)) addTo(stored, listOf(value))
  else if (isAttributes(stored) && isAttributes(value)) {
    for (const [part, inner] of Object.entries(value)) setAttribute(stored, part, inner)
  } else setAttribute(target, name, Array.isArray(stored) ? listOf(value) : value)
}

/** Removes an attribute, or with values only these. */
function removeFrom(target: Attributes, name: string, value: unknown): void {
  const stored = attributeOf(target, name)
  if (!Array.isArray(stored) || value === undefined || value === null) {
    removeAttribute(target, name)
    return
  }
  const removed = new Set(listOf(value).map(keyOf))
  setAttribute(
    target,
    name,
    stored.filter((item) => !removed.has(keyOf(item))),
  )
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? [...value] : [value])

/** What identifies an item of a multi-valued attribute: its `value`. */
const keyOf = (item: unknown): unknown => (isAttributes(item) ? attributeOf(item, 'value') : item)

const isPrimary = (item: unknown): item is Attributes =>
  isAttributes(item) && attributeOf(item, 'primary') === true

const notPrimary = (item: Attributes): Attributes => {
  const copy = { ...item }
  setAttribute(copy, 'primary', false)
  return copy
}

/** Adds items that are not there yet; a new primary one, the last if there are several, replaces the old (RFC 7644, 3.5.2). */
function addTo(stored: unknown[], items: readonly unknown[]): void {
  const primary = items.findLast(isPrimary)
  if (primary !== undefined) {
    for (const other of stored.filter(isAttributes)) setAttribute(other, 'primary', false)
  }
  const positions = new Map(stored.map((item, index) => [keyOf(item), index]))
  for (const one of items) {
    const item = isPrimary(one) && one !== primary ? notPrimary(one) : one
    const position = positions.get(keyOf(item))
    if (position === undefined) positions.set(keyOf(item), stored.push(item) - 1)
    else {
      const other = stored[position]
      stored[position] = isAttributes(other) && isAttributes(item) ? { ...other, ...item } : item
    }
  }
}

function applyToMatches(
  resource: Attributes,
  { name, filter, part }: Path & { readonly filter: Filter },
  operation: Operation,
): void {
  const stored = attributeOf(resource, name)
  const items = Array.isArray(stored) ? stored : []
  const matches = items.filter((item) => isAttributes(item) && isMatch(item, filter)).filter(isAttributes)
  if (operation.op === 'remove' && part === undefined) {
    const removed = new Set<unknown>(matches)
    setAttribute(
      resource,
      name,
      items.filter((item) => !removed.has(item)),
    )
    return
  }
  if (matches.length === 0 && operation.op === 'replace')
    throw new ScimError(400, `No value of ${name} matches the filter`, 'noTarget')
  if (matches.length === 0 && operation.op === 'add') {
    const created: Attributes = {}
    const equal = filter.filter(({ operator }) => operator === 'eq')
    for (const { attribute, value } of equal) setAttribute(created, attribute, value)
    setAttribute(resource, name, [...items, created])
    matches.push(created)
  }
  for (const match of matches) {
    if (part !== undefined) applyToAttribute(match, part, operation)
    else if (isAttributes(operation.value))
      for (const [key, value] of Object.entries(operation.value)) setAttribute(match, key, value)
    else throw new ScimError(400, `The value for ${name} must be an object`, 'invalidValue')
  }
}

const isMatch = (item: Attributes, filter: Filter): boolean =>
  filter.every(({ attribute, operator, value }) => {
    const stored = attributeOf(item, attribute)
    if (operator === 'pr') return stored !== undefined && stored !== null && stored !== ''
    if (typeof stored !== 'string' || typeof value !== 'string') return operator === 'eq' && stored === value
    const [text, wanted] = [stored.toLowerCase(), value.toLowerCase()]
    if (operator === 'co') return text.includes(wanted)
    return operator === 'sw' ? text.startsWith(wanted) : text === wanted
  })
