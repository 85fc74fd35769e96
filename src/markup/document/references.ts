/** The target of a link or block in a document; members contain plain ids. */
export type DocumentReference = { readonly kind: string } & Readonly<Record<string, unknown>>

const storedUrl = /^\/(pages|files|users|reusable-contents)\/([A-Za-z0-9_-]{1,64})(?:#(.+))?$/s

/** The reference for a URL in stored text; URLs that are no internal reference have the kind `url`. */
export function referenceOf(url: string): DocumentReference {
  const [, kind, id, anchor] = storedUrl.exec(url) ?? []
  if (kind === 'pages' && anchor !== undefined) return { kind: 'anchor', page: id, anchor }
  if (kind === 'pages') return { kind: 'page', page: id }
  if (anchor === undefined && kind === 'files') return { kind: 'file', file: id }
  if (anchor === undefined && kind === 'users') return { kind: 'user', user: id }
  if (anchor === undefined && kind === 'reusable-contents')
    return { kind: 'reusable-content', reusableContent: id }
  if (/^#./s.test(url)) return { kind: 'anchor', anchor: url.slice(1) }
  return { kind: 'url', url }
}

/** The URL for a reference in stored text; null if the reference cannot be stored. */
export function addressOf(reference: DocumentReference): string | null {
  const { kind, space } = reference
  const id = (name: string) => idIn(reference[name])
  if (kind === 'url') return typeof reference.url === 'string' ? reference.url : null
  if (space !== undefined && space !== null) return null
  if (kind === 'page') return below('pages', id('page'))
  if (kind === 'file') return below('files', id('file'))
  if (kind === 'user') return below('users', id('user'))
  if (kind === 'reusable-content') return below('reusable-contents', id('reusableContent'))
  if (kind !== 'anchor' || typeof reference.anchor !== 'string' || reference.anchor === '') return null
  if (reference.page === undefined || reference.page === null) return `#${reference.anchor}`
  const page = below('pages', id('page'))
  return page === null ? null : `${page}#${reference.anchor}`
}

const idIn = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value) ? value : null

const below = (folder: string, id: string | null): string | null => (id === null ? null : `/${folder}/${id}`)

/** A reference to a specification of the organization by slug; undefined if it is no valid slug. */
export const specReference = (spec: unknown): DocumentReference | undefined =>
  typeof spec === 'string' && spec.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(spec)
    ? { kind: 'openapi', spec }
    : undefined

/** The URL of a node's reference with this name; empty if there is none. */
export function addressIn(data: Readonly<Record<string, unknown>> | undefined, name = 'ref'): string {
  const value = data?.[name]
  return isReference(value) ? (addressOf(value) ?? '') : ''
}

export const isReference = (value: unknown): value is DocumentReference =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
