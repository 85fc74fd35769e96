import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { renderPrint } from '#published/render-print.ts'
import { newConcurrencyLimit } from '../concurrency-limit.ts'
import { contentOf } from '../content/read.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { directionOf, languageOfPages } from '../publishing/language.ts'
import { readerFilesIn } from '../publishing/reader-files.ts'
import { chromiumOf, printFile } from './chromium.ts'
import { type ExternalLinks, renderPages } from './print-document.ts'
import { printSelection } from './print-selection.ts'
import type { Order } from './tickets.ts'

/** What stands on the cover, and where links lead that leave the paper. */
export type PrintContext = {
  readonly title: string
  readonly line?: string | undefined
  readonly externalLinks: ExternalLinks
  /** Where those links lead, in one word: what was printed for one place is not sent at another. */
  readonly at?: string | undefined
  /** The language of the words around the text, where the letters of titles do not tell it. */
  readonly locale?: string | undefined
}

/** Each takes a processor and half a gigabyte. */
const limited = newConcurrencyLimit(2, 20)
const TIMEOUT_MS = 120_000
const CACHE_MS = 24 * 60 * 60_000

const inProgress = new Map<string, Promise<string>>()

/**
 * The path of the PDF of an order. What was printed is kept for a day, as a revision never changes; the same order
 * is printed once however many ask at once. `reader` is the folder with the built files of the reader's pages.
 * @throws {DomainError} `precondition_failed` without a Chromium or when it cannot print this, `rate_limited`
 */
export async function pdfOf(
  service: Service,
  reader: string,
  order: Order,
  dressing: PrintContext,
): Promise<string> {
  const css = readerFilesIn(reader)?.css
  if (css === undefined)
    throw new DomainError('precondition_failed', 'The pages of sites are not built yet: npm run build')
  const kept = join(service.config.dataDir, 'tmp', 'printed')
  const key = createHash('sha256').update(
    JSON.stringify([css, order, dressing.title, dressing.line, dressing.at, dressing.locale]),
  )
  const path = join(kept, `${key.digest('hex')}.pdf`)
  if (await isThere(path)) return path
  const known = inProgress.get(path)
  if (known !== undefined) return known
  const made = limited(async () => {
    await removeOld(kept)
    await removeOld(join(service.config.dataDir, 'tmp', 'printing'))
    await printInto(service, join(reader, css), path, { order, dressing })
    return path
  }).finally(() => inProgress.delete(path))
  inProgress.set(path, made)
  return made
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** What is past its time, and what a crash has left. */
async function removeOld(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) {
    const about = await stat(join(folder, name)).catch(() => null)
    if (about !== null && Date.now() - about.mtimeMs > CACHE_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

type PrintRequest = { readonly order: Order; readonly dressing: PrintContext }

/** Everything lies in a folder of its own, which goes in all cases. */
async function printInto(service: Service, css: string, path: string, wanted: PrintRequest): Promise<void> {
  const chromium = chromiumOf(service.config)
  const folder = join(service.config.dataDir, 'tmp', 'printing', randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    const from = join(folder, 'paper.html')
    await writePaper(service, css, folder, wanted)
    const to = join(folder, 'paper.pdf')
    await printFile({ chromium, folder, from, to, timeoutMs: TIMEOUT_MS })
    await rename(to, path)
  } catch (error) {
    if (error instanceof DomainError) throw error
    service.log.error({ err: error, order: wanted.order }, 'a PDF could not be printed')
    throw new DomainError(
      'precondition_failed',
      'Chromium could not print this, or took longer than two minutes. Try fewer pages; the log of the service says more.',
    )
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function writePaper(
  service: Service,
  css: string,
  folder: string,
  { order, dressing }: PrintRequest,
): Promise<void> {
  const { organizationId, spaceId, page, revision } = order
  const content = await contentOf(service.db, { organizationId, spaceId }, revision)
  const chosen = printSelection(content, order)
  const locale = languageOfPages(chosen.pages) ?? dressing.locale ?? 'en'
  const { pages, pictures } = await renderPages(service, content, chosen.pages, { ...dressing, locale })
  for (const [name, { blob }] of pictures)
    await pipeline(await service.blobs.stream(blob), createWriteStream(join(folder, name)))
  const { title, line } = dressing
  const date = content.revision.createdAt.toISOString()
  const html = renderPrint({
    title: page === undefined ? title : (content.tree.page(page)?.entry.title ?? title),
    cover: page === undefined ? { line, date } : undefined,
    contents: chosen.contents,
    pages,
    locale,
    dir: directionOf(locale),
    css: pathToFileURL(css).href,
  })
  await writeFile(join(folder, 'paper.html'), html)
}
