import type { PageFields } from '../content/changes.ts'
import { type PageEntry, settable } from '../content/entries.ts'
import type { PageNode, Snapshot } from '../content/snapshot.ts'
import type { PlannedPage } from '../importing/plan.ts'

/** A page of one side of a comparison. */
export type ContentNode = {
  readonly id: string
  readonly type: PageEntry['type']
  readonly parent: string | null
  readonly fields: PageFields
  readonly text: string
}

/** The content of one side: its pages, parents before their children, in order. */
export type ContentTree = ReadonlyMap<string, ContentNode>

/** The pages of a plan, with the ids of known pages for those that have no file. */
export function treeOfPlan(pages: readonly PlannedPage[], known: Snapshot): ContentTree {
  const nodes = new Map<string, ContentNode>()
  const claimed = new Set(withFiles(pages))
  const add = (page: PlannedPage, parent: string | null) => {
    // Groups are only allowed at the root: below a page they become pages without text.
    const type = page.type === 'group' && parent !== null ? 'document' : page.type
    const id =
      page.source === null ? (knownIdOf({ ...page, type }, parent, known, claimed) ?? page.id) : page.id
    claimed.add(id)
    nodes.set(id, { id, type, parent, fields: fieldsOfPlan(page), text: page.text ?? '' })
    for (const child of page.children) add(child, id)
  }
  for (const page of pages) add(page, null)
  return nodes
}

const withFiles = (pages: readonly PlannedPage[]): string[] =>
  pages.flatMap(({ id, source, children }) => [...(source === null ? [] : [id]), ...withFiles(children)])

/** A page without a file has no path to be known by: it is the one with the same parent and title, or the same slug. */
function knownIdOf(
  { type, title, slug }: Pick<PlannedPage, 'type' | 'title' | 'slug'>,
  parent: string | null,
  known: Snapshot,
  claimed: ReadonlySet<string>,
): string | undefined {
  const siblings = (parent === null ? known.pages : (known.page(parent)?.pages ?? [])).filter(
    ({ entry }) => entry.type === type && !claimed.has(entry.id),
  )
  const same = siblings.find(({ entry }) => entry.title === title)
  return (same ?? siblings.find(({ entry }) => type !== 'link' && entry.slug === slug))?.entry.id
}

function fieldsOfPlan({
  type,
  title,
  slug,
  description,
  icon,
  emoji,
  hidden,
  more,
  target,
  reference,
}: PlannedPage): PageFields {
  return {
    title,
    ...(type === 'link' ? {} : { slug }),
    description,
    icon,
    emoji,
    hidden,
    ...more,
    ...(reference === undefined ? {} : { target: reference }),
    ...(target === undefined ? {} : { target: { kind: 'url', url: target } }),
  }
}

/** The pages of a revision, for a first sync that has nothing else to compare with. */
export function treeOfNodes(nodes: readonly PageNode[], texts: ReadonlyMap<string, string>): ContentTree {
  return new Map(
    nodes.map(({ entry, parent }) => [
      entry.id,
      {
        id: entry.id,
        type: entry.type,
        parent,
        fields: fieldsOfEntry(entry),
        text: texts.get(entry.id) ?? '',
      },
    ]),
  )
}

function fieldsOfEntry(entry: PageEntry): PageFields {
  const fields = Object.fromEntries(settable.map((field) => [field, entry[field]]))
  if (entry.type === 'link') delete fields.slug
  return fields as PageFields
}
