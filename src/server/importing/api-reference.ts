import type { OperationListItem } from '#contract/openapi-operations.ts'
import { operationBlock } from '#markup/api-blocks.ts'
import { slugOf } from '#markup/slug.ts'
import { titleOfName } from './outline.ts'
import { MAX_TITLE, metadataFields, shortened } from './page-text.ts'
import { type PlannedPage, pageAddress } from './plan.ts'
import type { ReferenceOptions, SpecOutline, SpecTag } from './spec-outline.ts'

export const referenceOptions = (metadata: Readonly<Record<string, unknown>> = {}): ReferenceOptions => {
  const props = metadata.props as { grouping?: unknown; models?: unknown } | null | undefined
  return { isByOperation: props?.grouping === 'by-operation', hasModels: props?.models === true }
}

/** The name of the specification of an entry; null if it names none. */
export function specNameIn(metadata: Readonly<Record<string, unknown>> = {}): string | null {
  const dependencies = metadata.dependencies as { spec?: { ref?: { spec?: unknown } } } | null | undefined
  const name = dependencies?.spec?.ref?.spec
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 2048) : null
}

/** A page without its slug, which depends on its siblings. */
export type ReferencePage = Omit<PlannedPage, 'slug' | 'children'> & {
  readonly children: readonly ReferencePage[]
}

/** More pages would be of no use in a navigation. */
export const MAX_REFERENCE_OPERATIONS = 1000
/** Tags with more operations have a page for each of them, however they are grouped. */
const MAX_PER_PAGE = 40
/** Levels of tags below each other. */
const MAX_DEPTH = 4

type Group = { readonly tag: SpecTag; readonly operations: readonly OperationListItem[] }

/** The pages of a reference: one for each tag with its operations, or one for each operation below its tag. */
export function referencePages(
  { slug, title, operations: all, tags, hasModels }: SpecOutline,
  { isByOperation, ...options }: ReferenceOptions,
  newId: () => string,
): ReferencePage[] {
  const operations = all.slice(0, MAX_REFERENCE_OPERATIONS)
  const groups = groupsOf(operations, tags)
  const untagged = operations.filter(({ tag }) => tag === undefined)

  function tagPage({ tag, operations }: Group, depth: number): ReferencePage[] {
    const below =
      depth >= MAX_DEPTH ? [] : groups.filter((one) => one.tag.parent === tag.name && one.tag !== tag)
    const children = below.flatMap((one) => tagPage(one, depth + 1))
    if (operations.length === 0 && children.length === 0) return []
    const isSplit = isByOperation || operations.length > MAX_PER_PAGE
    const pages = [...children, ...(isSplit ? operations.map(operationPage) : [])]
    const intro = tag.description?.trim() ?? ''
    const parts = [intro, ...(isSplit ? [] : operations.map((one) => blockOf(one, slug)))]
    const list = intro === '' && pages.length > 0 ? pages.map(lineOf).join('\n') : ''
    const icon = metadataFields({ icon: tag.icon, description: tag.summary })
    return [
      {
        ...plain(newId(), tag.title ?? titleOfName(tag.name)),
        ...(icon.icon === undefined ? {} : { icon: icon.icon }),
        ...(icon.description === undefined ? {} : { description: icon.description }),
        text: [...parts, list].filter(Boolean).join('\n\n'),
        children: pages,
      },
    ]
  }

  const operationPage = (operation: OperationListItem): ReferencePage => ({
    ...plain(newId(), operation.summary ?? callOf(operation)),
    text: blockOf(operation, slug),
    children: [],
  })

  const known = new Set(groups.map(({ tag }) => tag.name))
  const isTop = ({ tag }: Group) =>
    tag.parent === undefined || tag.parent === tag.name || !known.has(tag.parent)
  const tagged = groups.filter(isTop).flatMap((group) => tagPage(group, 1))
  const models = hasModels && options.hasModels ? [modelsPage(slug, newId())] : []
  if (tagged.length === 0 && isByOperation) return [...untagged.map(operationPage), ...models]
  const name = tagged.length === 0 ? (title ?? 'Operations') : 'Other operations'
  return [...tagged, ...tagPage({ tag: { name, title: name }, operations: untagged }, MAX_DEPTH), ...models]
}

const modelsPage = (slug: string, id: string): ReferencePage => ({
  ...plain(id, 'Models'),
  text: `{% openapi-schemas spec="${slug}" %}\n{% endopenapi-schemas %}`,
  children: [],
})

/** Tags in the order of the specification, then others in the order of their operations. */
function groupsOf(operations: readonly OperationListItem[], tags: readonly SpecTag[]): Group[] {
  const byTag = Map.groupBy(operations, ({ tag }) => tag)
  const described = new Map<string, SpecTag>(tags.map((tag) => [tag.name, tag]))
  for (const { tag } of operations)
    if (tag !== undefined && !described.has(tag)) described.set(tag, { name: tag })
  return [...described.values()].map((tag) => ({ tag, operations: byTag.get(tag.name) ?? [] }))
}

const plain = (id: string, title: string) => ({
  id,
  type: 'document' as const,
  title: shortened(title.trim() || 'Untitled', MAX_TITLE),
  hidden: false,
  source: null,
  isGenerated: true,
})

const callOf = ({ method, path }: OperationListItem): string => `${method.toUpperCase()} ${path}`

const lineOf = ({ id, title }: ReferencePage): string =>
  `* [${title.replace(/[\\[\]`*_<>&]/g, '\\$&')}](${pageAddress(id)})`

const blockOf = ({ method, path }: OperationListItem, slug: string): string =>
  operationBlock({ spec: slug, method, path })

/** The pages with slugs that are unique among them and their siblings. */
export const withSlugs = (
  pages: readonly ReferencePage[],
  taken: Set<string>,
  unique: Unique,
): PlannedPage[] =>
  pages.map(({ children, ...page }) => ({
    ...page,
    slug: unique(slugOf(page.title), taken),
    children: withSlugs(children, new Set(), unique),
  }))

type Unique = (wanted: string, taken: Set<string>) => string
