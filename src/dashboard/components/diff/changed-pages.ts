import type { SemanticChange } from '#contract/semantic-changes.ts'
import { labels } from '../../lib/labels.ts'
import { type PageIndex, pageAncestors } from '../page-text/page-index.ts'

export type ChangeKind = 'added' | 'edited' | 'moved' | 'removed'

type Edited = Extract<SemanticChange, { type: 'page_edited' }>
type Moved = Extract<SemanticChange, { type: 'page_moved' }>

/** A page or reusable content that differs between two contents, and how. */
export type ChangedPage = {
  readonly id: string
  readonly title: string
  readonly kind: ChangeKind
  readonly attributes: Edited['attributes'] | undefined
  readonly moved: Moved['parent'] | undefined
  readonly isMoved: boolean
  /** Reusable content instead of a page. */
  readonly isReusable?: boolean
}

const strongest: readonly ChangeKind[] = ['removed', 'added', 'edited', 'moved']
const kinds: Readonly<Record<string, ChangeKind>> = {
  page_created: 'added',
  page_deleted: 'removed',
  page_edited: 'edited',
  page_moved: 'moved',
}

/** All changes of a page are one row; its kind is the most important one. */
export function changedPages(changes: readonly SemanticChange[]): ChangedPage[] {
  const changedById = new Map<string, ChangedPage>()
  for (const change of changes) {
    const kind = kinds[change.type]
    if (!kind || !('page' in change)) continue
    const { id, title } = change.page
    const known = changedById.get(id)
    const all = known ? [known.kind, kind] : [kind]
    changedById.set(id, {
      id,
      title: title || labels.untitled,
      kind: strongest.find((one) => all.includes(one)) ?? kind,
      attributes: change.type === 'page_edited' ? change.attributes : known?.attributes,
      moved: change.type === 'page_moved' ? change.parent : known?.moved,
      isMoved: change.type === 'page_moved' || known?.isMoved === true,
    })
  }
  return [...changedById.values()]
}

const reusableKinds: Readonly<Record<string, ChangeKind>> = {
  reusable_content_created: 'added',
  reusable_content_deleted: 'removed',
  reusable_content_edited: 'edited',
}

/** Changed reusable content, in the order of the changes. */
export const changedReusableContent = (changes: readonly SemanticChange[]): ChangedPage[] =>
  changes.flatMap((change) => {
    const kind = reusableKinds[change.type]
    if (!kind || !('reusableContent' in change)) return []
    const { id, title } = change.reusableContent
    const rest = { attributes: undefined, moved: undefined, isMoved: false, isReusable: true } as const
    return [{ id, title: title || labels.untitled, kind, ...rest }]
  })

export type PageGroup = { readonly title: string; readonly pages: readonly ChangedPage[] }

/** Changed pages by the titles of their ancestors, in tree order. */
export function groupsOf(pages: readonly ChangedPage[], before: PageIndex, after: PageIndex): PageGroup[] {
  const indexOf = (id: string) => (after.byId.has(id) ? after : before)
  const place = new Map([...before.order, ...after.order].map(({ page }, at) => [page.id, at]))
  const inOrder = pages.toSorted((a, b) => orderOf(a, after, place) - orderOf(b, after, place))
  const groups = new Map<string, ChangedPage[]>()
  for (const page of inOrder) {
    const above = pageAncestors(indexOf(page.id), page.id)
    const title = above.map((one) => one.title || labels.untitled).join(' / ')
    groups.set(title, [...(groups.get(title) ?? []), page])
  }
  return [...groups].map(([title, list]) => ({ title, pages: list }))
}

/** The pages whose title contains the text, in the same groups. */
export function filterGroups(groups: readonly PageGroup[], text: string): readonly PageGroup[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return groups
  return groups.flatMap(({ title, pages }) => {
    const matches = pages.filter((page) => page.title.toLowerCase().includes(wanted))
    return matches.length === 0 ? [] : [{ title, pages: matches }]
  })
}

/** Deleted pages come after existing ones. */
const orderOf = ({ id }: ChangedPage, after: PageIndex, place: ReadonlyMap<string, number>): number =>
  (place.get(id) ?? 0) + (after.byId.has(id) ? 0 : place.size)

const otherWords: Readonly<Partial<Record<SemanticChange['type'], string>>> = {
  file_created: 'added',
  file_edited: 'replaced',
  file_deleted: 'removed',
  tag_created: 'added',
  tag_edited: 'edited',
  tag_deleted: 'removed',
}

/** Other differences as labels: files, variables, tags, custom fields. */
export function otherChanges(changes: readonly SemanticChange[]): string[] {
  return changes.flatMap((change) => {
    const done = otherWords[change.type] ?? ''
    if ('file' in change) return [`File ${labels.quoted(change.file.name)} ${done}`]
    if ('tag' in change) return [`Tag ${labels.quoted(change.tag.label)} ${done}`]
    if (change.type === 'variables_edited')
      return [
        `${change.variables.length === 1 ? 'Variable' : 'Variables'} ${change.variables.join(', ')} edited`,
      ]
    return change.type === 'custom_fields_edited' ? ['Custom fields edited'] : []
  })
}
