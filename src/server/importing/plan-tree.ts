import { contentReference } from '#contract/pages.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
import { isFolderPage, type OutlineEntry, pagePattern, titleOfName, withoutNumber } from './outline.ts'
import { metadataFields } from './page-text.ts'
import { type PlannedPage, referenceTo } from './plan.ts'
import type { CollectedPage } from './source-reader.ts'

type Parts = {
  readonly entries: readonly OutlineEntry[]
  readonly pages: ReadonlyMap<string, CollectedPage>
  /** Pages without a place in the order; they come last, hidden. */
  readonly hidden: readonly CollectedPage[]
  /** What links to something of the source have become, by their target. */
  readonly links: ReadonlyMap<string, string>
  readonly newId: () => string
}

/** Puts the pages read into the places of the outline, each with a slug that is its own among its siblings. */
export function treeOf({ entries, pages, hidden, links, newId }: Parts): PlannedPage[] {
  const taken = new Set<string>()
  const listed = entries.map((entry) => placed(entry, taken))
  return [...listed, ...hidden.map((page) => ({ ...pageFrom(page, taken, []), hidden: true }))]

  function placed(entry: OutlineEntry, siblings: Set<string>): PlannedPage {
    const below = new Set<string>()
    const children = entry.children.map((child) => placed(child, below))
    const page = entry.path === null ? undefined : pages.get(entry.path)
    if (page !== undefined) return pageFrom(page, siblings, children)
    if (entry.kind === 'link') return linkFrom(entry, newId(), links)
    return pageWithoutText(entry, newId(), siblings, children)
  }
}

function pageFrom(page: CollectedPage, taken: Set<string>, children: readonly PlannedPage[]): PlannedPage {
  const { path, id, title, slug, text, hidden, description, icon, emoji, more } = page
  return {
    id,
    type: 'document',
    title,
    slug: uniqueIn(slug ?? slugOfFile(path) ?? slugOf(title), taken),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon }),
    ...(emoji === undefined ? {} : { emoji }),
    hidden,
    more,
    text,
    source: sourceOf(path),
    children,
  }
}

/** A chapter of a Word file lies below its name, but is no file. */
const sourceOf = (path: string): string => path.replace(/(\.docx\/[^/]+)\.docx$/i, '$1')

function pageWithoutText(
  { kind, title, path, metadata = {} }: OutlineEntry,
  id: string,
  taken: Set<string>,
  children: readonly PlannedPage[],
): PlannedPage {
  const name = title ?? titleOfName(path?.split('/').at(-1) ?? 'Untitled')
  const { slug, more, ...said } = metadataFields(metadata)
  const { cover: _, ...fields } = more
  return {
    id,
    type: kind === 'page' ? 'document' : kind,
    title: name,
    slug: uniqueIn(slug ?? slugOf(name), taken),
    ...said,
    more: fields,
    text: null,
    source: null,
    children,
  }
}

/** A link has no address of its own, so it takes none away. */
function linkFrom(
  { title, target, metadata = {} }: OutlineEntry,
  id: string,
  links: ReadonlyMap<string, string>,
): PlannedPage {
  const { slug: _slug, more, ...said } = metadataFields(metadata)
  const { cover: _, ...fields } = more
  const given = contentReference.safeParse(metadata.target).data
  const address = links.get(target ?? '') ?? target ?? ''
  const leads =
    given === undefined && !/^\/(pages|files)\//.test(address)
      ? { target: address }
      : { reference: given ?? referenceTo(address) }
  return {
    id,
    type: 'link',
    title: title ?? address,
    slug: slugOf(title ?? address),
    ...said,
    more: fields,
    ...leads,
    text: null,
    source: null,
    children: [],
  }
}

/**
 * The slug that a page gets from its file, so that old addresses need only their folders; null for the page that
 * stands for the top, which is called by its title.
 */
export function slugOfFile(path: string): string | null {
  const name = path.split('/').at(isFolderPage(path) ? -2 : -1)
  return name === undefined ? null : slugOf(withoutNumber(name.replace(pagePattern, '')))
}

function uniqueIn(wanted: string, taken: Set<string>): string {
  const slug = uniqueSlug(wanted, taken)
  taken.add(slug)
  return slug
}
