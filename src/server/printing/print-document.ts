import { setImmediate as breathe } from 'node:timers/promises'
import type { ResolvedImage, ResolvedLink } from '#markup/render/context.ts'
import type { PrintPage } from '#published/render-print.ts'
import type { FileEntry, PageEntry } from '../content/entries.ts'
import { type SharedValues, withExpressions } from '../content/expressions.ts'
import { bodyOf, type Content } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { targetOf } from '../content/texts.ts'
import type { Service } from '../context.ts'
import { operationsFor } from '../publishing/api-blocks.ts'
import { emojiCharacter } from '../publishing/emoji.ts'
import type { LinkData } from '../text-tasks/link-data.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { anchorOfPage } from './print-selection.ts'

/** URLs for links to anything outside of the printed document. */
export type ExternalLinks = {
  readonly page: (id: string) => string
  readonly file: (file: FileEntry) => string
}

/** Whether readers see content with a condition, which can read variables of the page that it is on. */
export type Shows = (
  condition: string | null | undefined,
  page: Pick<PageEntry, 'variables'> | undefined,
) => boolean

export type PrintDocument = {
  readonly pages: readonly PrintPage[]
  /** The image files of the document by their names there. */
  readonly pictures: ReadonlyMap<string, FileEntry>
}

type PrintOptions = {
  readonly externalLinks: ExternalLinks
  readonly locale: string
  readonly shows?: Shows | undefined
  readonly shared?: SharedValues | undefined
}

/** Renders pages for printing: links among them stay within the document, images are files next to it. */
export async function renderPages(
  { db }: Pick<Service, 'db'>,
  content: Content,
  nodes: readonly PageNode[],
  { externalLinks, locale, shows, shared }: PrintOptions,
): Promise<PrintDocument> {
  const files = new Map((await content.files()).map((file) => [file.id, file]))
  const printed = new Set(nodes.map(({ entry }) => entry.id))
  const pictures = new Map<string, FileEntry>()
  const pages: PrintPage[] = []
  for (const { entry } of nodes) {
    const { title, description, emoji } = entry
    const markdown = await withExpressions(await bodyOf(db, content.at.organizationId, entry), {
      variables: await content.variables(),
      shared,
      page: entry.variables,
    })
    const facts = await runTextTask('articleFacts', { markdown, title }, markdown)
    const { urls, images, expressions } = facts
    const { operations, schemas, json } = await operationsFor(db, content.at.organizationId, facts)
    for (const [name, file] of picturesIn(images, files)) pictures.set(name, file)
    const links = linkDataOf(urls, { tree: content.tree, printed, files, externalLinks })
    const input = {
      markdown,
      title,
      links,
      operations,
      schemas,
      locale,
      idPrefix: prefixOf(entry.id),
      ...(shows === undefined
        ? {}
        : {
            shown: Object.fromEntries(
              expressions.map((expression) => [expression, shows(expression, entry)]),
            ),
          }),
    }
    const { print } = await runTextTask('article', input, markdown, json)
    const sign = emoji === undefined ? undefined : emojiCharacter(emoji)
    pages.push({ anchor: anchorOfPage(entry.id), title, emoji: sign, description, article: print })
    await breathe()
  }
  return { pages, pictures }
}

/** Headings of different pages can have the same anchor. */
const prefixOf = (pageId: string): string => `${pageId}-`

type LinkContext = {
  readonly tree: Content['tree']
  readonly printed: ReadonlySet<string>
  readonly files: ReadonlyMap<string, FileEntry>
  readonly externalLinks: ExternalLinks
}

/** External images are not fetched; their alternative text is printed instead. */
function linkDataOf(urls: readonly string[], context: LinkContext): LinkData {
  const targets = urls.map(targetOf)
  const pageIds = targets.flatMap((one) => (one.kind === 'page' ? [one.id] : []))
  const fileIds = targets.flatMap((one) => (one.kind === 'file' ? [one.id] : []))
  return {
    urls: new Map(),
    pages: new Map(pageIds.flatMap((id) => pageLink(id, context))),
    files: new Map(fileIds.flatMap((id) => fileLink(id, context))),
    anchors: new Map(pageIds.filter((id) => context.printed.has(id)).map((id) => [id, prefixOf(id)])),
    showsOutsideImages: false,
  }
}

function pageLink(id: string, { tree, printed, externalLinks }: LinkContext): [string, ResolvedLink][] {
  const title = tree.page(id)?.entry.title
  if (title === undefined) return []
  return [[id, { href: printed.has(id) ? `#${anchorOfPage(id)}` : externalLinks.page(id), title }]]
}

function fileLink(id: string, { files, externalLinks }: LinkContext): [string, FileTarget][] {
  const file = files.get(id)
  if (file === undefined) return []
  const { width, height } = file
  const name = pictureName(file)
  const size = width && height ? { width, height } : {}
  return [
    [
      id,
      {
        link: { href: externalLinks.file(file), title: file.name },
        image: name === null ? null : { src: name, ...size },
      },
    ],
  ]
}

type FileTarget = { readonly link: ResolvedLink; readonly image: ResolvedImage | null }

const pictureName = ({ id, contentType }: FileEntry): string | null => {
  const ending = EXTENSIONS[contentType]
  return ending === undefined ? null : `${id}.${ending}`
}

/** The files of these images by their names in the document. */
function picturesIn(
  urls: readonly string[],
  files: ReadonlyMap<string, FileEntry>,
): (readonly [name: string, file: FileEntry])[] {
  return urls.flatMap((url) => {
    const target = targetOf(url)
    const file = target.kind === 'file' ? files.get(target.id) : undefined
    const name = file && pictureName(file)
    return file && name ? [[name, file] as const] : []
  })
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
