import { isObject, type Json } from './json.ts'
import { addressOf, type Documents } from './references.ts'

/** Where the bundle keeps the other documents. */
const FIELD = 'x-files'

/**
 * A specification and the documents it refers to as one JSON text. References between them point into the text; those
 * to documents that aren't given stay as they are.
 * @param root the URL of the specification
 */
export function bundleOf(documents: Documents, root: string): string {
  const names = namesOf([...documents.keys()].filter((url) => url !== root))
  const pointerTo = (reference: string, at: string): string => {
    const [address = '', pointer = ''] = reference.split('#')
    const url = address === '' ? at : addressOf(address, at)
    if (url === root) return `#${pointer}`
    const name = url === undefined ? undefined : names.get(url)
    return name === undefined ? reference : `#/${FIELD}/${name}${pointer}`
  }
  const rewritten = (url: string): Json =>
    JSON.parse(
      JSON.stringify(documents.get(url), (key, value) => {
        if (key === '$ref' && typeof value === 'string') return pointerTo(value, url)
        return key === 'discriminator' ? withMapping(value, (reference) => pointerTo(reference, url)) : value
      }),
    )
  const others = [...names].map(([url, name]) => [name, rewritten(url)])
  return JSON.stringify({ ...(rewritten(root) as object), [FIELD]: Object.fromEntries(others) })
}

/** A discriminator whose mapping names schemas by their references; plain names of schemas stay as they are. */
function withMapping(value: Json, pointerTo: (reference: string) => string): Json {
  if (!isObject(value) || !isObject(value.mapping)) return value
  const entries = Object.entries(value.mapping).map(([name, target]) => [
    name,
    typeof target === 'string' ? pointerTo(target) : target,
  ])
  return { ...value, mapping: Object.fromEntries(entries) }
}

/** A name for each document: that of its file, without what would be escaped in a pointer. */
function namesOf(urls: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const url of urls) {
    const file = new URL(url).pathname.split('/').at(-1) ?? ''
    const name = file.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-') || 'file'
    let free = name
    for (let count = 2; taken.has(free); count++) free = `${name}-${count}`
    taken.add(free)
    names.set(url, free)
  }
  return names
}
