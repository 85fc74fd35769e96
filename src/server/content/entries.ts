import type { Hash } from './objects.ts'

/** The target of a link page, or the image of a cover, by plain ids. */
export type Reference = Readonly<Record<string, unknown>> & { readonly kind: string }

/** A page as stored in its parent's list. Fields without a value and false flags are absent. */
export type PageEntry = {
  readonly id: string
  readonly type: 'document' | 'group' | 'link'
  readonly title: string
  /** Empty for links, which have no path of their own. */
  readonly slug: string
  readonly linkTitle?: string
  readonly emoji?: string
  readonly icon?: string
  readonly description?: string
  readonly hidden?: true
  readonly noIndex?: true
  readonly noRobotsIndex?: true
  readonly condition?: string
  readonly layout?: Readonly<Record<string, unknown>>
  readonly cover?: Readonly<Record<string, unknown>>
  readonly tags?: readonly Readonly<Record<string, unknown>>[]
  readonly variables?: Variables
  readonly metaLinks?: Readonly<Record<string, unknown>>
  /** Imported front matter that has no effect, for exports. */
  readonly frontMatter?: Readonly<Record<string, unknown>>
  readonly target?: Reference
  /** RFC 3339 */
  readonly createdAt: string
  readonly updatedAt: string
  /** The text, absent when empty. */
  readonly body?: Hash
  /** The list of child pages, absent if there are none. */
  readonly children?: Hash
}

export type FileEntry = {
  readonly id: string
  readonly name: string
  readonly contentType: string
  /** Bytes */
  readonly size: number
  /** Hash of the bytes in the blob store. */
  readonly blob: string
  readonly width?: number
  readonly height?: number
  readonly createdAt: string
  /** When its bytes were last replaced; absent if they never were. */
  readonly replacedAt?: string
}

/** A text that pages include, stored once for all of them. */
export type ReusableEntry = {
  readonly id: string
  readonly title: string
  readonly createdAt: string
  readonly updatedAt: string
  /** The text, absent when empty. */
  readonly body?: Hash
}

/** The variables of a space by name, which expressions on its pages show. */
export type Variables = Readonly<Record<string, string | number | boolean>>

/** What a revision points at. */
export type Root = {
  readonly pages?: Hash
  readonly files?: Hash
  readonly reusables?: Hash
  readonly variables?: Hash
  readonly tags?: Hash
}

/** The fields of a page that a change can set. */
export const settable = [
  'title',
  'slug',
  'linkTitle',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
  'cover',
  'tags',
  'variables',
  'metaLinks',
  'frontMatter',
  'target',
] as const
export type Settable = (typeof settable)[number]

const pageKeys = ['id', 'type', ...settable, 'createdAt', 'updatedAt', 'body', 'children'] as const
const fileKeys = [
  'id',
  'name',
  'contentType',
  'size',
  'blob',
  'width',
  'height',
  'createdAt',
  'replacedAt',
] as const

/** A tag that pages and updates of a space can have, as its settings define it. */
export type TagEntry = {
  /** Unique in the space. */
  readonly slug: string
  readonly label: string
  readonly icon?: string
  readonly emoji?: string
  readonly color?: string
}

/** The canonical form of a page: known keys in a fixed order, without empty values. */
export const canonicalPage = (entry: PageEntry): PageEntry => canonical(entry, pageKeys)
export const canonicalFile = (entry: FileEntry): FileEntry => canonical(entry, fileKeys)
export const canonicalReusable = (entry: ReusableEntry): ReusableEntry =>
  canonical(entry, ['id', 'title', 'createdAt', 'updatedAt', 'body'])
export const canonicalRoot = (root: Root): Root =>
  canonical(root, ['pages', 'files', 'reusables', 'variables', 'tags'])

/** Whether two states of a page are equal, apart from the time of the change. */
export const isSamePage = (a: PageEntry, b: PageEntry): boolean =>
  JSON.stringify(canonicalPage({ ...a, updatedAt: '' })) ===
  JSON.stringify(canonicalPage({ ...b, updatedAt: '' }))

/** Whether two states of a file are equal. */
export const isSameFile = (a: FileEntry, b: FileEntry): boolean =>
  JSON.stringify(canonicalFile(a)) === JSON.stringify(canonicalFile(b))

/** Whether two values of a field are equal, whatever the order of their keys. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

function canonical<T extends object>(value: T, keys: readonly (keyof T)[]): T {
  const result: Partial<T> = {}
  for (const key of keys) {
    const one = value[key]
    if (one === undefined || one === false || one === null) continue
    result[key] = typeof one === 'object' ? (sorted(one) as T[keyof T]) : one
  }
  return result as T
}

/** A value with the keys of its objects in alphabetical order, so that equal values are equal as JSON. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, sorted(one)]),
  )
}
