import { type Json, member } from './json.ts'

/** The documents of a specification by their address; the first is the specification itself. */
export type Documents = ReadonlyMap<string, Json>

/** A value and the document that it stands in. */
export type Placed = { readonly value: Json; readonly at: string }

/** The most references that lead on to each other. */
const longestWay = 30

/** The last part of a reference: what it calls what it leads to. */
export const nameOf = (reference: string): string => {
  const last = reference.split('/').at(-1) ?? ''
  return unescaped(last.replace(/^.*#/, '')) || reference
}

/**
 * What stands at a place, after all references there were followed; `name` is what the last one calls it. Undefined
 * where one leads nowhere.
 */
export function followed(
  documents: Documents,
  placed: Placed,
): (Placed & { readonly name?: string | undefined }) | undefined {
  let here: Placed & { readonly name?: string | undefined } = placed
  for (let steps = 0; steps < longestWay; steps++) {
    const reference = member(here.value, '$ref')
    if (typeof reference !== 'string') return here
    const target = targetOf(documents, reference, here.at)
    if (target === undefined) return undefined
    here = { ...target, name: nameOf(reference) }
  }
  return undefined
}

function targetOf(documents: Documents, reference: string, at: string): Placed | undefined {
  const [address = '', pointer = ''] = reference.split('#')
  const key = address === '' ? at : addressOf(address, at)
  if (key === undefined || !documents.has(key)) return undefined
  const value = pointedAt(documents.get(key), pointer)
  return value === undefined ? undefined : { value, at: key }
}

/** What a JSON pointer leads to, without its `#`. */
function pointedAt(document: Json, pointer: string): Json {
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
export function outwardIn(
  document: Json,
  at: string,
): { wanted: ReadonlySet<string>; lost: ReadonlySet<string> } {
  const [wanted, lost] = [new Set<string>(), new Set<string>()]
  for (const reference of outwardReferences(document)) {
    const address = addressOf(reference.split('#')[0] ?? '', at)
    if (address === undefined) lost.add(reference)
    else if (address !== at) wanted.add(address)
  }
  return { wanted, lost }
}

/** References of a document that do not stay in it; not by recursion, however deep it is. */
function* outwardReferences(document: Json): Generator<string> {
  const seen = new Set<object>()
  const waiting: Json[] = [document]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    const reference = member(value, '$ref')
    if (typeof reference === 'string' && !reference.startsWith('#')) yield reference
    for (const inner of Object.values(value)) waiting.push(inner)
  }
}
