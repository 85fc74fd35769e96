import { fileUrl } from '../../content/files.ts'
import { contentOf } from '../../content/read.ts'
import type { Context, Service } from '../../context.ts'
import { safeName } from '../../exporting/names.ts'
import { chosenFrom } from '../../printing/chosen.ts'
import { chromiumOf } from '../../printing/chromium.ts'
import type { Dressing } from '../../printing/pdfs.ts'
import { type Order, ticketFor } from '../../printing/tickets.ts'
import { pageUrl } from '../revision-content/present.ts'
import { changeRequestTitle, titleOfSpace } from './queries.ts'

/**
 * Where a PDF is made when it is asked for; refuses now what could not be printed then.
 * @throws {DomainError} `precondition_failed` without a Chromium, and what `chosenFrom` throws
 */
export async function addressOfPdf(
  ctx: Context,
  asked: Omit<Order, 'organizationId' | 'revision'> & { readonly revision?: string },
): Promise<{ url: string }> {
  chromiumOf(ctx.config)
  const at = { organizationId: ctx.access.organizationId, spaceId: asked.spaceId }
  const content = await contentOf(ctx.db, at, asked.revision)
  chosenFrom(content, asked)
  const order = { ...asked, ...at, revision: content.revision.id }
  const page = asked.page === undefined ? undefined : content.tree.page(asked.page)?.entry.title
  const name = safeName(page ?? (await titleOfSpace(ctx.db, at)), 'Untitled')
  const ticket = await ticketFor(ctx.config, order, ctx.now())
  return { url: `${ctx.urls.base}/pdf/${ticket}/${encodeURIComponent(name)}.pdf` }
}

/** What is said of a space on its cover. @throws {DomainError} `not_found` when it is gone */
export async function dressingOf({ db, urls }: Service, order: Order): Promise<Dressing> {
  const { changeRequestId, spaceId } = order
  const title = await titleOfSpace(db, order)
  const request = changeRequestId === undefined ? null : await changeRequestTitle(db, order, changeRequestId)
  return {
    title: title === '' ? 'Untitled' : title,
    line: request === null ? undefined : `Change request ${request.number}: ${request.subject}`,
    outward: {
      page: (id) => pageUrl(urls, spaceId, id),
      file: (file) => fileUrl(urls, spaceId, file),
    },
  }
}
