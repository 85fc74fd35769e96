import { slugOf, uniqueSlug } from '#markup/slug.ts'
import { DomainError, notFound } from '../errors.ts'
import type { PageEntry } from './entries.ts'
import type { PageTree } from './page-tree.ts'

export type SlugSource = {
  readonly type: PageEntry['type']
  readonly title: string
  readonly headSlug: string | undefined
  readonly explicit: string | undefined
}

/** The requested slug, or the first free one based on the title. @throws {DomainError} `conflict` if the requested slug is taken */
export async function slugFor(
  tree: PageTree,
  parent: string | null,
  { type, title, headSlug, explicit }: SlugSource,
) {
  if (type === 'link') return ''
  if (explicit === undefined || headSlug !== undefined) {
    const preferred = headSlug === explicit && explicit !== undefined ? explicit : slugOf(headSlug ?? title)
    return uniqueSlug(preferred, await tree.slugsIn(parent))
  }
  await checkSlug(tree, parent, explicit)
  return explicit
}

/** @throws {DomainError} `conflict` when a page below `parent` has the slug */
export async function checkSlug(tree: PageTree, parent: string | null, slug: string): Promise<void> {
  if (slug === '' || !(await tree.slugsIn(parent)).has(slug)) return
  throw new DomainError('conflict', `Another page at this level already has the slug “${slug}”`, {
    field: 'slug',
  })
}

/** How many pages may be nested in each other: reading and writing a page takes longer with each page above it. */
export const MAX_PAGE_DEPTH = 50

/** Groups are only allowed at the root, links have no children, and the depth is limited. */
export async function checkParent(
  tree: PageTree,
  type: PageEntry['type'],
  parent: string | null,
): Promise<void> {
  if (parent === null) return
  const above = await tree.find(parent)
  if (above === null) throw notFound('page', parent)
  if (type === 'group') throw new DomainError('invalid_position', 'Groups can only be at the top level')
  if (above.entry.type === 'link') throw new DomainError('invalid_position', 'A link can’t contain pages')
  if ((await tree.lineOf(parent)).length >= MAX_PAGE_DEPTH)
    throw new DomainError('invalid_position', `Pages can be nested up to ${MAX_PAGE_DEPTH} levels deep`)
}
