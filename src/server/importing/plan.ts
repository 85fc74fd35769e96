import type { Reference } from '../content/entries.ts'
import { targetOf } from '../content/texts.ts'
import type { MoreFields } from './extra-fields.ts'

/** What an import is going to add: a tree of pages and the files they use, all with their ids already. */
export type ImportPlan = {
  readonly pages: readonly PlannedPage[]
  readonly files: readonly PlannedFile[]
  readonly reusables: readonly PlannedReusable[]
  readonly findings: ImportFindings
  /** What the settings of the source say of old addresses. */
  readonly redirects?: readonly PlannedRedirect[]
}

/** An old address below the space, without slashes around it, and the page or address it led to; null for neither. */
export type PlannedRedirect = {
  readonly from: string
  readonly to: { readonly page: string } | { readonly url: string } | null
}

/** A text that pages show; they name it by `/reusable-contents/{id}`. */
export type PlannedReusable = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly source: string
}

export type PlannedPage = {
  readonly id: string
  /** Groups stand at the top only; a link leads to `target`. */
  readonly type: 'document' | 'group' | 'link'
  readonly title: string
  /** Unique among its siblings of the plan. */
  readonly slug: string
  readonly icon?: string
  readonly emoji?: string
  readonly description?: string
  readonly hidden: boolean
  /** Absolute address; of links only. */
  readonly target?: string
  /** What a link leads to when that is no absolute address. */
  readonly reference?: Reference
  readonly more?: PlannedFields
  /** Markdown whose links lead to `/pages/{id}` and `/files/{id}` of the plan; null for a page without text. */
  readonly text: string | null
  /** Where it came from: a path or an address. */
  readonly source: string | null
  readonly children: readonly PlannedPage[]
}

/** The rest of a page's fields, as they are stored. */
export type PlannedFields = Omit<MoreFields, 'cover'> & { readonly cover?: Readonly<Record<string, unknown>> }

export type PlannedFile = {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly read: () => Promise<Buffer>
}

/** What the making of a plan found out. */
export type ImportFindings = {
  readonly linksResolved: number
  readonly linksBroken: readonly { readonly page: string; readonly url: string }[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** What came through, but not whole. */
  readonly warnings: readonly { readonly path: string; readonly text: string }[]
  /** Files that tell order or settings and become nothing themselves. */
  readonly configFiles: readonly string[]
}

/** Findings of whoever opens a source, before any page is read. */
export type SourceFindings = Pick<ImportFindings, 'skipped' | 'warnings'>

/** What is answered and kept about an import that is done. */
export type ImportReport = ImportFindings & {
  readonly pages: number
  readonly files: number
  readonly ms: number
}

export type ImportProgress = {
  readonly phase: 'fetching' | 'reading' | 'files' | 'adding'
  readonly done: number
  /** Null while it is not known how much there is. */
  readonly total: number | null
}

/** Told between pages and files how far it is; throws to end the import there (cancelled, service ends). */
export type OnProgress = (progress: ImportProgress) => Promise<void>

export const countPages = (pages: readonly PlannedPage[]): number =>
  pages.reduce((count, page) => count + 1 + countPages(page.children), 0)

/** The address by which the text of a page names a page or a file of the same plan. */
export const pageAddress = (id: string, fragment = ''): string => `/pages/${id}${fragment}`
export const reusableAddress = (id: string): string => `/reusable-contents/${id}`
export const fileAddress = (id: string): string => `/files/${id}`

/** A reference to what an address of the plan, or any other, leads to. */
export function referenceTo(address: string): Reference {
  const target = targetOf(address)
  if (target.kind === 'page' && target.anchor !== undefined)
    return { kind: 'anchor', anchor: target.anchor, page: target.id }
  if (target.kind === 'page') return { kind: 'page', page: target.id }
  if (target.kind === 'file') return { kind: 'file', file: target.id }
  return { kind: 'url', url: address }
}
