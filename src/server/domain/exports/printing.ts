import { fileUrl } from '../../content/files.ts'
import { contentOf } from '../../content/read.ts'
import type { Context, Service } from '../../context.ts'
import { safeName } from '../../exporting/file-names.ts'
import { chromiumOf } from '../../printing/chromium.ts'
import type { PrintContext } from '../../printing/pdfs.ts'
import { printSelection } from '../../printing/print-selection.ts'
import { type Order, ticketFor } from '../../printing/tickets.ts'
import { pageUrl } from '../revision-content/present.ts'
import { variablesOf } from '../shared-variables/queries.ts'
import { changeRequestTitle, titleOfSpace } from './queries.ts'

/**
 * The URL that creates a PDF when it is opened. Checks first whether it could be printed.
 * @throws {DomainError} `precondition_failed` without Chromium, and what `chosenFrom` throws
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

/** The cover of a PDF, and the URLs of its links. @throws {DomainError} `not_found` when the space was deleted */
export async function pdfCover({ db, urls }: Service, order: Order): Promise<PrintContext> {
  const { organizationId, changeRequestId, spaceId } = order
  const title = await titleOfSpace(db, order)
  const { variables } = await variablesOf(db, { organizationId, siteId: null })
  const request = changeRequestId === undefined ? null : await changeRequestTitle(db, order, changeRequestId)
  return {
    title: title === '' ? 'Untitled' : title,
    shared: { organization: variables, site: {} },
    line: request === null ? undefined : `Change request ${request.number}: ${request.subject}`,
    externalLinks: {
      page: (id) => pageUrl(urls, spaceId, id),
      file: (file) => fileUrl(urls, spaceId, file),
    },
  }
}
