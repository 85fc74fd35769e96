import { type Json, member } from './json.ts'

/** The documents of a specification by their address; the first is the specification itself. */
export type Documents = ReadonlyMap<string, Json>

/** A value and the document that it stands in. */
export type Located = { readonly value: Json; readonly at: string }

/** The most references that lead on to each other. */
const MAX_REFERENCE_STEPS = 30

/** The last part of a reference: what it calls what it leads to. */
export const nameOf = (reference: string): string => {
  const last = reference.split('/').at(-1) ?? ''
  return unescaped(last.replace(/^.*#/, '')) || reference
}

/**
 * What stands at a place, after all references there were followed; `name` is what the last one calls it. Undefined
 * where one leads nowhere.
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

/** What a JSON pointer leads to, without its `#`. */
function valueAtPointer(document: Json, pointer: string): Json {
  let value = document
  for (const step of pointer.split('/').slice(1)) {
    const name = unescaped(step)
    value = Array.isArray(value) ? value[Number(name)] : member(value, name)
    if (value === undefined) return undefined
  }
  return value
}

function unescaped(step: string): string {
  const plain = step.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The address of another document, seen from one; undefined for what is none of http. */
export function addressOf(address: string, at: string): string | undefined {
  const url = URL.parse(address, URL.canParse(at) ? at : undefined)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.hash = ''
  return url.href
}

/** The addresses that the references of a document lead to, beside itself; and those that lead nowhere. */
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

/** References of a document that do not stay in it; not by recursion, however deep it is. */
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
