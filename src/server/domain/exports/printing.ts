import { safeName } from '../../exporting/file-names.ts'
import { printSelection } from '../../printing/print-selection.ts'
import { fileUrl } from '../../content/files.ts'
import { contentOf } from '../../content/read.ts'
import type { Context, Service } from '../../context.ts'
import { chromiumOf } from '../../printing/chromium.ts'
import type { PrintContext } from '../../printing/pdfs.ts'
import { type Order, ticketFor } from '../../printing/tickets.ts'
import { pageUrl } from '../revision-content/present.ts'
import { changeRequestTitle, titleOfSpace } from './queries.ts'

/**
 * Where a PDF is made when it is asked for; refuses now what could not be printed then.
 * @throws {DomainError} `precondition_failed` without a Chromium, and what `chosenFrom` throws
 */
export async function pdfUrl(
  ctx: Context,
  options: Omit<Order, 'organizationId' | 'revision'> & { readonly revision?: string },
): Promise<{ url: string }> {
  chromiumOf(ctx.config)
  const at = { organizationId: ctx.access.organizationId, spaceId: options.spaceId }
  const content = await contentOf(ctx.db, at, options.revision)
  printSelection(content, options)
  const order = { ...options, ...at, revision: content.revision.id }
  const page = options.page === undefined ? undefined : content.tree.page(options.page)?.entry.title
  const name = safeName(page ?? (await titleOfSpace(ctx.db, at)), 'Untitled')
  const ticket = await ticketFor(ctx.config, order, ctx.now())
  return { url: `${ctx.urls.base}/pdf/${ticket}/${encodeURIComponent(name)}.pdf` }
}

/** What is said of a space on its cover. @throws {DomainError} `not_found` when it is gone */
export async function pdfCover({ db, urls }: Service, order: Order): Promise<PrintContext> {
  const { changeRequestId, spaceId } = order
  const title = await titleOfSpace(db, order)
  const request = changeRequestId === undefined ? null : await changeRequestTitle(db, order, changeRequestId)
  return {
    title: title === '' ? 'Untitled' : title,
    line: request === null ? undefined : `Change request ${request.number}: ${request.subject}`,
    externalLinks: {
      page: (id) => pageUrl(urls, spaceId, id),
      file: (file) => fileUrl(urls, spaceId, file),
    },
  }
}
