import type { File } from '#contract/files.ts'
import type {
  ContentReference,
  DocumentPage,
  GroupPage,
  LinkPage,
  Page,
  PageLayout,
  PageTag,
} from '#contract/pages.ts'
import type { Revision as RevisionAnswer } from '#contract/revision.ts'
import type { FileEntry, PageEntry } from '../../content/entries.ts'
import { type FileRow, fileUrl } from '../../content/files.ts'
import type { Revision } from '../../content/revision-rows.ts'
import type { PageNode } from '../../content/snapshot.ts'
import type { Urls } from '../../urls.ts'

/** A page without its text; `pages` are its children. */
export function presentPage(node: PageNode, pages: Page[], urls: Urls, spaceId: string): Page {
  const { entry } = node
  if (entry.type === 'link') return linkOf(entry, urls, spaceId)
  if (entry.type === 'group') return groupOf(node, pages)
  return documentOf(node, pages, urls, spaceId)
}

export const defaultLayout: PageLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  coverMask: 'none',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
}

function documentOf(node: PageNode, pages: Page[], urls: Urls, spaceId: string): DocumentPage {
  const { entry } = node
  return {
    ...common(entry),
    type: 'document',
    ...addressOf(node),
    ...(entry.description === undefined ? {} : { description: entry.description }),
    ...(entry.body === undefined ? {} : { documentId: entry.body }),
    tags: (entry.tags ?? []) as PageTag[],
    ...(entry.variables === undefined ? {} : { variables: { ...entry.variables } }),
    ...(entry.metaLinks === undefined ? {} : { metaLinks: entry.metaLinks }),
    layout: { ...defaultLayout, ...entry.layout },
    ...(entry.cover === undefined ? {} : { cover: { yPos: 0, ...entry.cover } }),
    pages,
    urls: { app: pageUrl(urls, spaceId, entry.id) },
  }
}

const groupOf = (node: PageNode, pages: Page[]): GroupPage => ({
  ...common(node.entry),
  type: 'group',
  ...addressOf(node),
  pages,
})

function linkOf(entry: PageEntry, urls: Urls, spaceId: string): LinkPage {
  const target = (entry.target ?? { kind: 'url', url: '' }) as ContentReference
  const href = hrefOf(target, urls, spaceId)
  return {
    ...common(entry),
    type: 'link',
    ...(entry.hidden ? { hidden: true } : {}),
    target,
    ...(href === undefined ? {} : { href }),
  }
}

/** The URL of a reference, when it is known without reading the target. */
function hrefOf(target: ContentReference, urls: Urls, spaceId: string): string | undefined {
  if (target.kind === 'url') return target.url
  if (target.kind === 'page') return pageUrl(urls, target.space ?? spaceId, target.page)
  return target.kind === 'space' ? urls.app('s', target.space) : undefined
}

export const pageUrl = (urls: Urls, spaceId: string, pageId: string): string =>
  urls.app('s', spaceId, 'p', pageId)

const common = ({ id, title, linkTitle, emoji, icon, createdAt, updatedAt }: PageEntry) => ({
  id,
  title,
  ...(linkTitle === undefined ? {} : { linkTitle }),
  ...(emoji === undefined ? {} : { emoji }),
  ...(icon === undefined ? {} : { icon }),
  createdAt,
  updatedAt,
})

const addressOf = ({ entry, path }: PageNode) => ({
  slug: entry.slug,
  path: path ?? '',
  ...(entry.hidden ? { hidden: true } : {}),
  ...(entry.noIndex ? { noIndex: true } : {}),
  ...(entry.noRobotsIndex ? { noRobotsIndex: true } : {}),
})

export function presentFile(file: FileEntry | FileRow, urls: Urls, spaceId: string): File {
  const { id, name, contentType, size, width, height } = file
  return {
    id,
    name,
    contentType,
    downloadURL: fileUrl(urls, spaceId, file),
    size,
    ...(width && height ? { dimensions: { width, height } } : {}),
    createdAt: new Date(file.createdAt).toISOString(),
    ...(file.replacedAt ? { replacedAt: new Date(file.replacedAt).toISOString() } : {}),
  }
}

/** Nothing for a session that was saved once. */
const startOf = ({ startedAt, createdAt }: Revision) =>
  startedAt !== null && startedAt < createdAt ? { startedAt: startedAt.toISOString() } : {}

/** A revision without its pages and files. */
export const presentRevision = (revision: Revision, urls: Urls, spaceId: string) =>
  ({
    object: 'revision',
    id: revision.id,
    type: revision.type,
    parents: [...revision.parents],
    tags: [],
    ...startOf(revision),
    createdAt: revision.createdAt.toISOString(),
    ...(revision.git === null ? {} : { git: { ...revision.git, createdByService: false } }),
    urls: { app: urls.app('s', spaceId) },
  }) satisfies Partial<RevisionAnswer>
