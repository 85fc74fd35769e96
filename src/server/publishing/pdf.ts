import type { SiteCustomization } from '#contract/site-customization.ts'
import type { Dressing } from '../printing/pdfs.ts'
import type { Order } from '../printing/tickets.ts'
import { looksFor } from './looks.ts'
import { offersMarkdown } from './markdown-offered.ts'
import type { Place } from './resolve.ts'
import { fileHref } from './targets.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, canonicalOf, isForSome, type Visit } from './visit.ts'

/** A page to be printed, as its readers see it. */
export type SitePdf = {
  readonly order: Order
  readonly dressing: Dressing
  readonly name: string
  readonly isPrivate: boolean
}

/**
 * Whether pages are offered as PDF: where the site wants it, the machine can print, and no condition hides a part of
 * a text from some.
 */
export function offersPdf(visit: Visit, { pdf, pageActions }: SiteCustomization): boolean {
  const isListed = pageActions.items?.includes('pdf') ?? true
  return visit.files.prints === true && pdf.enabled && isListed && offersMarkdown(visit)
}

/** What is printed of a page; undefined where its site offers no PDF. */
export function pdfAt(visit: Visit, { view, node }: Place): SitePdf | undefined {
  const { organizationId, shape } = visit.state
  const looks = looksFor(shape.looks, view.siteSpace.id)
  if (node?.entry.type !== 'document' || !offersPdf(visit, looks)) return undefined
  const { spaceId } = view.siteSpace
  const revision = view.content.revision.id
  return {
    order: { organizationId, spaceId, revision, page: node.entry.id, only: true },
    name: `${node.entry.title}.pdf`,
    isPrivate: isForSome(visit),
    dressing: {
      title: looks.title ?? shape.structure.site.title,
      locale: looks.internationalization.locale,
      at: canonicalOf(visit, `${basePathOf(visit)}/`),
      outward: {
        page: (id) => canonicalOf(visit, hrefOf(view, id)),
        file: (file) => canonicalOf(visit, fileHref(visit, spaceId, file)),
      },
    },
  }
}

function hrefOf(view: SpaceView, id: string): string {
  const node = view.page(id)
  return (node && view.hrefOf(node)) ?? view.root
}
