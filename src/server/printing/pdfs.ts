import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { renderPrint } from '#published/render-print.ts'
import { newConcurrencyLimit } from '../concurrency-limit.ts'
import type { SharedValues } from '../content/expressions.ts'
import { type Content, contentOf } from '../content/read.ts'
import { withoutPages } from '../content/snapshot.ts'
import type { Service } from '../context.ts'
import { onceAcrossInstances } from '../db/once-across-instances.ts'
import { DomainError } from '../errors.ts'
import { directionOf, languageOfPages } from '../publishing/language.ts'
import { readerFilesIn } from '../publishing/reader-files.ts'
import { PREFIXES, type Storage, type StoredObject } from '../storage/storage.ts'
import { chromiumOf, printFile } from './chromium.ts'
import { type ExternalLinks, renderPages, type Shows } from './print-document.ts'
import { printSelection } from './print-selection.ts'
import type { Order } from './tickets.ts'

/** The cover of a PDF, and the URLs of external links. */
export type PrintContext = {
  readonly title: string
  readonly line?: string | undefined
  readonly externalLinks: ExternalLinks
  /** Identifies the target of these links: a PDF that was printed for one target is not used for another. */
  readonly at?: string | undefined
  /** What readers see of content with conditions; all of it if absent. The same for every PDF of the target. */
  readonly shows?: Shows | undefined
  /** Variables of the organization and the site, which expressions show. */
  readonly shared?: SharedValues | undefined
  /** The language of labels, unless the script of the titles determines it. */
  readonly locale?: string | undefined
}

/** Each print takes one CPU core and 500 MB of memory. */
const limited = newConcurrencyLimit(2, 20)
const TIMEOUT_MS = 120_000
const CACHE_MS = 24 * 60 * 60_000

/** A PDF in the storage. The hash identifies its content and form. */
export type Pdf = { readonly key: string; readonly hash: string; readonly size: number }

const inProgress = new Map<string, Promise<Pdf>>()

/**
 * The PDF of an order. PDFs are cached, for all instances, for a day, since a revision never changes; concurrent requests for
 * the same order, to any instance, print it once. `reader` is the folder with the built files of published pages.
 * @throws {DomainError} `precondition_failed` without Chromium or if it cannot print this, `rate_limited`
 */
export async function pdfOf(
  service: Service,
  reader: string,
  order: Order,
  context: PrintContext,
): Promise<Pdf> {
  const css = readerFilesIn(reader)?.css
  if (css === undefined)
    throw new DomainError('precondition_failed', 'The pages of sites are not built yet: npm run build')
  const hash = createHash('sha256')
    .update(JSON.stringify([css, order, context.title, context.line, context.at, context.locale]))
    .update(JSON.stringify(context.shared ?? {}))
    .update(context.shows === undefined ? '' : 'conditions')
    .digest('hex')
  const known = inProgress.get(hash)
  if (known !== undefined) return known
  const key = `${PREFIXES.printed}${hash}.pdf`
  const printed = printedOf(service, key, async () => {
    await removeExpired(service.storage)
    await removeOld(join(service.config.dataDir, 'tmp', 'printing'))
    await printInto(service, join(reader, css), key, { order, context })
  })
    .then(({ size }) => ({ key, hash, size }))
    .finally(() => inProgress.delete(hash))
  inProgress.set(hash, printed)
  return printed
}

/** Looks into the storage first, and prints unless another instance does. */
async function printedOf(
  { db, storage }: Service,
  key: string,
  print: () => Promise<void>,
): Promise<StoredObject> {
  const cached = await storage.stat(key)
  if (cached !== null) return cached
  const work = async () => {
    await print()
    const printed = await storage.stat(key)
    if (printed === null) throw new Error(`${key} was printed and is not in the storage`)
    return printed
  }
  return limited(() => onceAcrossInstances(db, key, { known: () => storage.stat(key), work }))
}

async function removeExpired(storage: Storage): Promise<void> {
  for await (const { key, modifiedAt } of storage.list(PREFIXES.printed))
    if (Date.now() - modifiedAt.getTime() > CACHE_MS) await storage.delete(key)
}

/** Removes folders that a crash left behind. */
async function removeOld(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(() => null)
    if (info !== null && Date.now() - info.mtimeMs > CACHE_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

type PrintRequest = { readonly order: Order; readonly context: PrintContext }

/** All files are in a temporary folder, which is always removed. */
async function printInto(service: Service, css: string, key: string, request: PrintRequest): Promise<void> {
  const chromium = chromiumOf(service.config)
  const folder = join(service.config.dataDir, 'tmp', 'printing', randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    const from = join(folder, 'paper.html')
    await writePaper(service, css, folder, request)
    const to = join(folder, 'paper.pdf')
    await printFile({ chromium, folder, from, to, timeoutMs: TIMEOUT_MS })
    await service.storage.putFile(key, to, { contentType: 'application/pdf', durable: false })
  } catch (error) {
    if (error instanceof DomainError) throw error
    service.log.error({ err: error, order: request.order }, 'a PDF could not be printed')
    throw new DomainError(
      'precondition_failed',
      'Chromium couldn’t print this, or took longer than two minutes. Try fewer pages. The log of the service has details.',
    )
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function writePaper(
  service: Service,
  css: string,
  folder: string,
  { order, context }: PrintRequest,
): Promise<void> {
  const { organizationId, spaceId, page, revision } = order
  const content = withoutHidden(
    await contentOf(service.db, { organizationId, spaceId }, revision),
    context.shows,
  )
  const selection = printSelection(content, order)
  const locale = languageOfPages(selection.pages) ?? context.locale ?? 'en'
  const { pages, pictures } = await renderPages(service, content, selection.pages, { ...context, locale })
  for (const [name, { blob }] of pictures)
    await pipeline(await service.blobs.stream(blob), createWriteStream(join(folder, name)))
  const { title, line } = context
  const date = content.revision.createdAt.toISOString()
  const html = renderPrint({
    title: page === undefined ? title : (content.tree.page(page)?.entry.title ?? title),
    cover: page === undefined ? { line, date } : undefined,
    contents: selection.contents,
    pages,
    locale,
    dir: directionOf(locale),
    css: pathToFileURL(css).href,
  })
  await writeFile(join(folder, 'paper.html'), html)
}

/** Without the pages that conditions hide, so that links do not name them. */
const withoutHidden = (content: Content, shows: Shows | undefined): Content =>
  shows === undefined
    ? content
    : { ...content, tree: withoutPages(content.tree, ({ entry }) => shows(entry.condition, entry)) }
