import { percentDecoded } from '#markup/percent-decoded.ts'
import { type Json, member } from './json.ts'

/** The documents of a specification by URL, the specification first. */
export type Documents = ReadonlyMap<string, Json>

/** A value and the URL of the document that contains it. */
export type Located = { readonly value: Json; readonly at: string }

/** References followed in a chain. */
const MAX_REFERENCE_STEPS = 30

/** The name of a reference: its last part. */
export const nameOf = (reference: string): string => {
  const last = reference.split('/').at(-1) ?? ''
  return unescaped(last.replace(/^.*#/, '')) || reference
}

/**
 * Follows a chain of references to a value; `name` is that of the last reference. Undefined when one cannot be
 * resolved.
 */
export function resolveReferences(
  documents: Documents,
  located: Located,
): (Located & { readonly name?: string | undefined }) | undefined {
  let current: Located & { readonly name?: string | undefined } = located
  for (let steps = 0; steps < MAX_REFERENCE_STEPS; steps++) {
    const reference = member(current.value, '$ref')
    if (typeof reference !== 'string') return current
    const target = targetOf(documents, reference, current.at)
    if (target === undefined) return undefined
    current = { ...target, name: nameOf(reference) }
  }
  return undefined
}

function targetOf(documents: Documents, reference: string, at: string): Located | undefined {
  const [address = '', pointer = ''] = reference.split('#')
  const key = address === '' ? at : addressOf(address, at)
  if (key === undefined || !documents.has(key)) return undefined
  const value = valueAtPointer(documents.get(key), pointer)
  return value === undefined ? undefined : { value, at: key }
}

/** The value at a JSON pointer, given without its `#`. */
function valueAtPointer(document: Json, pointer: string): Json {
  let value = document
  for (const step of pointer.split('/').slice(1)) {
    const name = unescaped(step)
    value = Array.isArray(value) ? value[Number(name)] : member(value, name)
    if (value === undefined) return undefined
  }
  return value
}

const unescaped = (step: string): string => percentDecoded(step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Resolves the URL of another document; undefined for schemes other than http and https. */
export function addressOf(address: string, at: string): string | undefined {
  const url = URL.parse(address, URL.canParse(at) ? at : undefined)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.hash = ''
  return url.href
}

/** The URLs of other documents that a document refers to, and the references that cannot be resolved. */
export function externalDocuments(
  document: Json,
  at: string,
): { addresses: ReadonlySet<string>; unresolved: ReadonlySet<string> } {
  const [addresses, unresolved] = [new Set<string>(), new Set<string>()]
  for (const reference of externalReferences(document)) {
    const address = addressOf(reference.split('#')[0] ?? '', at)
    if (address === undefined) unresolved.add(reference)
    else if (address !== at) addresses.add(address)
  }
  return { addresses, unresolved }
}

/** The references of a document to others, found without recursion, since documents can be nested deeply. */
function* externalReferences(document: Json): Generator<string> {
  const visited = new Set<object>()
  const queue: Json[] = [document]
  while (queue.length > 0) {
    const value = queue.pop()
    if (typeof value !== 'object' || value === null || visited.has(value)) continue
    visited.add(value)
    const reference = member(value, '$ref')
    if (typeof reference === 'string' && !reference.startsWith('#')) yield reference
    for (const inner of Object.values(value)) queue.push(inner)
  }
}
