import { setImmediate as breathe } from 'node:timers/promises'
import { parseMarkdown } from '#markup/parse.ts'
import { withoutTitle } from '#markup/title.ts'
import { type HastOptions, toHast } from '#markup/to-hast.ts'
import type { PrintPage } from '#published/render-print.ts'
import { blockLabelsOf } from '#published/texts/block-labels.ts'
import type { FileEntry } from '../content/entries.ts'
import { bodyOf, type Content } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { targetOf } from '../content/texts.ts'
import type { Service } from '../context.ts'
import { operationsFor } from '../publishing/api-blocks.ts'
import { renderersFor } from '../publishing/article.ts'
import { emojiCharacter } from '../publishing/emoji.ts'
import { anchorOfPage } from './print-selection.ts'

/** URLs for links to anything outside of the printed document. */
export type ExternalLinks = {
  readonly page: (id: string) => string
  readonly file: (file: FileEntry) => string
}

export type PrintDocument = {
  readonly pages: readonly PrintPage[]
  /** The image files of the document by their names there. */
  readonly pictures: ReadonlyMap<string, FileEntry>
}

/** Renders pages for printing: links among them stay within the document, images are files next to it. */
export async function renderPages(
  { db }: Pick<Service, 'db'>,
  content: Content,
  nodes: readonly PageNode[],
  { externalLinks, locale }: { readonly externalLinks: ExternalLinks; readonly locale: string },
): Promise<PrintDocument> {
  const files = new Map((await content.files()).map((file) => [file.id, file]))
  const ids = new Set(nodes.map(({ entry }) => entry.id))
  const pictures = new Map<string, FileEntry>()
  const links = {
    ...linksFor(content, ids, files, externalLinks),
    resolveImage: picturesFor(files, pictures),
  }
  const labels = blockLabelsOf(locale)
  const pages: PrintPage[] = []
  for (const { entry } of nodes) {
    const parsed = withoutTitle(
      parseMarkdown(await bodyOf(db, content.at.organizationId, entry)),
      entry.title,
    )
    const { operation } = await operationsFor(db, content.at.organizationId, parsed)
    const drawers = { ...(await renderersFor(parsed)), operation }
    const article = toHast(parsed, { ...links, ...drawers, labels, idPrefix: prefixOf(entry.id) })
    const { title, description, emoji } = entry
    const sign = emoji === undefined ? undefined : emojiCharacter(emoji)
    pages.push({ anchor: anchorOfPage(entry.id), title, emoji: sign, description, article })
    await breathe()
  }
  return { pages, pictures }
}

/** Headings of different pages can have the same anchor. */
const prefixOf = (pageId: string): string => `${pageId}-`

function linksFor(
  { tree }: Content,
  printed: ReadonlySet<string>,
  files: ReadonlyMap<string, FileEntry>,
  externalLinks: ExternalLinks,
): Pick<HastOptions, 'resolveLink'> {
  return {
    resolveLink(url) {
      const target = targetOf(url)
      if (target.kind === 'page') {
        const title = tree.page(target.id)?.entry.title
        if (title === undefined) return { href: url, broken: true }
        if (!printed.has(target.id)) return { href: externalLinks.page(target.id), title }
        const anchor = target.anchor === undefined ? undefined : prefixOf(target.id) + target.anchor
        return { href: `#${anchor ?? anchorOfPage(target.id)}`, title }
      }
      if (target.kind === 'file') {
        const file = files.get(target.id)
        return file === undefined
          ? { href: url, broken: true }
          : { href: externalLinks.file(file), title: file.name }
      }
      return target.kind === 'url' ? { href: url } : { href: url, broken: true }
    },
  }
}

/** External images are not fetched; their alternative text is printed instead. */
function picturesFor(
  files: ReadonlyMap<string, FileEntry>,
  used: Map<string, FileEntry>,
): NonNullable<HastOptions['resolveImage']> {
  return (url) => {
    const target = targetOf(url)
    const file = target.kind === 'file' ? files.get(target.id) : undefined
    const ending = file === undefined ? undefined : EXTENSIONS[file.contentType]
    if (file === undefined || ending === undefined) return null
    const name = `${file.id}.${ending}`
    used.set(name, file)
    const { width, height } = file
    return { src: name, ...(width && height ? { width, height } : {}) }
  }
}

/** The browser recognizes local files by their extension. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}
