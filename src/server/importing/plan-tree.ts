import { contentReference } from '#contract/pages.ts'
import { slugOf, uniqueSlug } from '#markup/slug.ts'
import type { Reference } from '../content/entries.ts'
import { type ReferencePage, withSlugs } from './api-reference.ts'
import { isFolderPage, type OutlineEntry, pagePattern, titleOfName } from './outline.ts'
import { MAX_TITLE, metadataFields, shortened } from './page-text.ts'
import type { PendingReference, PlannedPage } from './plan.ts'
import type { CollectedPage } from './source-reader.ts'
import type { MissingReference } from './spec-outline.ts'

type Parts = {
  readonly entries: readonly OutlineEntry[]
  readonly pages: ReadonlyMap<string, CollectedPage>
  /** Unlisted pages; they come last, hidden. */
  readonly hidden: readonly CollectedPage[]
  /** The pages and files that links lead to, by their written target. */
  readonly links: ReadonlyMap<string, Reference>
  /** The pages of API references; without any, an entry has no pages. */
  readonly references: ReadonlyMap<OutlineEntry, readonly ReferencePage[]>
  /** Those whose specification is missing. */
  readonly missing: ReadonlyMap<OutlineEntry, MissingReference>
  readonly newId: () => string
}

type PlannedTree = {
  readonly pages: PlannedPage[]
  readonly pendingReferences: readonly PendingReference[]
}

/** Builds the tree of pages from the outline, with slugs that are unique among siblings. */
export function treeOf({ entries, pages, hidden, links, references, missing, newId }: Parts): PlannedTree {
  const taken = new Set<string>()
  const pendingReferences: PendingReference[] = []
  const listed = placedAll(entries, null, taken)
  const unlisted = hidden.map((page) => ({ ...pageFrom(page, taken, []), hidden: true }))
  return { pages: [...listed, ...unlisted], pendingReferences }

  function placedAll(
    siblings: readonly OutlineEntry[],
    parent: string | null,
    slugs: Set<string>,
  ): PlannedPage[] {
    const all: PlannedPage[] = []
    const pending: Omit<PendingReference, 'next'>[] = []
    for (const entry of siblings) {
      const reference = missing.get(entry)
      if (reference !== undefined) pending.push({ ...reference, parent, previous: all.at(-1)?.id ?? null })
      all.push(...placed(entry, slugs))
    }
    const next = all[0]?.id ?? null
    for (const one of pending) pendingReferences.push({ ...one, next: one.previous === null ? next : null })
    return all
  }

  function placed(entry: OutlineEntry, siblings: Set<string>): PlannedPage[] {
    if (entry.kind === 'api-reference') return withSlugs(references.get(entry) ?? [], siblings, uniqueIn)
    return [placedPage(entry, entry.kind, siblings)]
  }

  function placedPage(entry: OutlineEntry, kind: PlannedKind, siblings: Set<string>): PlannedPage {
    const page = entry.path === null ? undefined : pages.get(entry.path)
    const id = page?.id ?? newId()
    const children = placedAll(entry.children, id, new Set())
    if (page !== undefined) return inNavigation(pageFrom(page, siblings, children), entry)
    if (kind === 'link') return linkFrom(entry, id, links)
    return pageWithoutText({ ...entry, kind }, id, siblings, children)
  }
}

type PlannedKind = Exclude<OutlineEntry['kind'], 'api-reference'>

/** The table of contents has the titles in navigation; a page can have another heading. */
function inNavigation(
  page: PlannedPage,
  { title, linkTitle = title ?? undefined }: OutlineEntry,
): PlannedPage {
  const isSame = linkTitle === undefined || shortened(linkTitle, MAX_TITLE) === page.title
  if (isSame || page.more?.linkTitle !== undefined) return page
  return { ...page, more: { ...page.more, linkTitle: shortened(linkTitle, MAX_LINK_TITLE) } }
}

const MAX_LINK_TITLE = 100

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

/** A chapter of a Word file has a path below the file, but is not a file itself. */
const sourceOf = (path: string): string => path.replace(/(\.docx\/[^/]+)\.docx$/i, '$1')

function pageWithoutText(
  { kind, title, path, metadata = {} }: OutlineEntry & { readonly kind: PlannedKind },
  id: string,
  taken: Set<string>,
  children: readonly PlannedPage[],
): PlannedPage {
  const name = title ?? titleOfName(path?.split('/').at(-1) ?? 'Untitled')
  const { slug, more, ...metadataValues } = metadataFields(metadata)
  const { cover: _, ...fields } = more
  return {
    id,
    type: kind === 'page' ? 'document' : kind,
    title: name,
    slug: uniqueIn(slug ?? slugOf(name), taken),
    ...metadataValues,
    more: fields,
    text: null,
    source: null,
    children,
  }
}

/** A link has no path of its own, so its slug need not be unique. */
function linkFrom(entry: OutlineEntry, id: string, links: Parts['links']): PlannedPage {
  const { title, target, metadata = {} } = entry
  const { slug: _slug, more, ...metadataValues } = metadataFields(metadata)
  const { cover: _, ...fields } = more
  const reference = contentReference.safeParse(metadata.target).data ?? links.get(target ?? '')
  const address = target ?? ''
  const linkTarget = reference === undefined ? { target: address } : { reference }
  return {
    id,
    type: 'link',
    title: title ?? address,
    slug: slugOf(title ?? address),
    ...metadataValues,
    more:
      entry.linkTitle === undefined
        ? fields
        : { linkTitle: shortened(entry.linkTitle, MAX_LINK_TITLE), ...fields },
    ...linkTarget,
    text: null,
    source: null,
    children: [],
  }
}

/**
 * The slug of a page based on its file name, so that old URLs keep working as far as possible; null for the page of the
 * root folder, which uses its title.
 */
export function slugOfFile(path: string): string | null {
  const name = path.split('/').at(isFolderPage(path) ? -2 : -1)
  return name === undefined ? null : slugOf(name.replace(pagePattern, ''))
}

function uniqueIn(wanted: string, taken: Set<string>): string {
  const slug = uniqueSlug(wanted, taken)
  taken.add(slug)
  return slug
}
