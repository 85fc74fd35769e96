import type { SiteCustomization } from '#contract/site-customization.ts'
import type { SharedValues } from '../content/expressions.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import { customizationFor } from './customization.ts'
import { offersMarkdown } from './markdown-availability.ts'
import type { ResolvedPage } from './resolve-page.ts'
import { fileHref } from './targets.ts'
import type { SpaceView } from './view.ts'
import { basePathOf, canonicalOf, isRestricted, type Visit } from './visit.ts'

/** A page to print as PDF, as its visitors see it; `printing` prints it. */
export type SitePdf = {
  readonly order: {
    readonly organizationId: string
    readonly spaceId: string
    readonly revision: string
    readonly page: string
    readonly only: true
  }
  /** The cover, and the URLs of links to other pages and files. */
  readonly context: {
    readonly title: string
    readonly locale: string
    readonly at: string
    /** Set if conditions may hide content. */
    readonly shows?: SpaceView['shows']
    readonly shared: SharedValues
    readonly externalLinks: {
      readonly page: (id: string) => string
      readonly file: (file: Parameters<typeof fileHref>[2]) => string
    }
  }
  readonly name: string
  readonly isPrivate: boolean
}

/**
 * Whether the site offers PDFs: if its customization and the machine allow it, and no condition hides content from some
 * visitors.
 */
export function offersPdf(visit: Visit, { pdf, pageActions }: SiteCustomization): boolean {
  const isListed = pageActions.items?.includes('pdf') ?? true
  return visit.files.canPrint === true && pdf.enabled && isListed && offersMarkdown(visit)
}

/** The PDF of a page; undefined if the site offers none. */
export function pdfAt(visit: Visit, { view, node }: ResolvedPage): SitePdf | undefined {
  const { organizationId, shape } = visit.state
  const customization = customizationFor(shape.customizations, view.siteSpace.id)
  if (node?.entry.type !== 'document' || !offersPdf(visit, customization)) return undefined
  const { spaceId } = view.siteSpace
  const revision = view.content.revision.id
  return {
    order: { organizationId, spaceId, revision, page: node.entry.id, only: true },
    name: `${node.entry.title}.pdf`,
    isPrivate: isRestricted(visit),
    context: {
      title: customization.title ?? shape.structure.site.title,
      locale: customization.internationalization.locale,
      at: canonicalOf(visit, `${basePathOf(visit)}/`),
      shared: shape.shared,
      ...(appliesConditions(shape.structure.site) ? { shows: view.shows } : {}),
      externalLinks: {
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
