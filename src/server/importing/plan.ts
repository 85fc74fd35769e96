import type { Readable } from 'node:stream'
import type { ImportFormat } from '#contract/import-results.ts'
import type { Reference, TagEntry, Variables } from '../content/entries.ts'
import { targetOf } from '../content/texts.ts'
import type { MoreFields } from './extra-fields.ts'
import type { MissingReference, PlannedSpec } from './spec-outline.ts'

/** The pages, files and reusable contents that an import will add, with their ids. */
export type ImportPlan = {
  readonly pages: readonly PlannedPage[]
  readonly files: readonly PlannedFile[]
  readonly reusables: readonly PlannedReusable[]
  readonly findings: ImportFindings
  /** Variables and tags of the space. */
  readonly values?: { readonly variables: Variables; readonly tags: readonly TagEntry[] }
  /** Redirects in the settings of the source. */
  readonly redirects?: readonly PlannedRedirect[]
  /** Other paths at which the source may have been published. */
  readonly formerPaths?: readonly FormerPath[]
  /** Specifications that the organization does not have yet. */
  readonly specs?: readonly PlannedSpec[]
  /** Files with pages that aren't imported, because the table of contents doesn't list them; exports contain them. */
  readonly unlisted?: readonly string[]
  /** API references whose specification is missing. */
  readonly pendingReferences?: readonly PendingReference[]
  /** The tool that the source was written with or exported from, if its files say so. */
  readonly format?: ImportReport['format']
}

/** Where the pages of a missing API reference belong: below `parent`, after `previous`, else before `next`. */
export type PendingReference = MissingReference & {
  readonly parent: string | null
  readonly previous: string | null
  readonly next: string | null
}

/** A path below the space at which a page may have been published before, without surrounding slashes. */
export type FormerPath = { readonly page: string; readonly path: string }

/** A redirect from a path below the space, without surrounding slashes; `to` is null if the target is missing. */
export type PlannedRedirect = {
  readonly from: string
  readonly to: { readonly page: string } | { readonly url: string } | null
}

/** A reusable content; pages include it by `/reusable-contents/{id}`. */
export type PlannedReusable = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly source: string
}

export type PlannedPage = {
  readonly id: string
  /** Groups are only allowed at the root; a link goes to `target` or `reference`. */
  readonly type: 'document' | 'group' | 'link'
  readonly title: string
  /** Unique among its siblings in the plan. */
  readonly slug: string
  readonly icon?: string
  readonly emoji?: string
  readonly description?: string
  readonly hidden: boolean
  /** Absolute URL of a link. */
  readonly target?: string
  /** The target of a link to something other than an absolute URL. */
  readonly reference?: Reference
  readonly more?: PlannedFields
  /** Markdown with links to `/pages/{id}` and `/files/{id}` of the plan; null for a page without text. */
  readonly text: string | null
  /** The source path or URL. */
  readonly source: string | null
  /** Created for an API reference: exports have its entry in the table of contents instead. */
  readonly isGenerated?: boolean
  readonly children: readonly PlannedPage[]
}

/** Further fields of a page in their stored form. */
export type PlannedFields = Omit<MoreFields, 'cover'> & { readonly cover?: Readonly<Record<string, unknown>> }

export type PlannedFile = {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly read: () => Promise<Buffer>
  /** The same without holding the whole file in memory. */
  readonly stream?: (() => Promise<Readable>) | undefined
}

/** Findings made while planning. */
export type ImportFindings = {
  readonly linksResolved: number
  readonly linksBroken: readonly { readonly page: string; readonly url: string }[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** Imported, but not completely. */
  readonly warnings: readonly { readonly path: string; readonly text: string }[]
  /** Files with the outline or settings, which are not imported themselves. */
  readonly configFiles: readonly string[]
}

/** Findings made while opening a source, before any page is read. */
export type SourceFindings = Pick<ImportFindings, 'skipped' | 'warnings'>

/** The report of a completed import. */
export type ImportReport = ImportFindings & {
  readonly format?: ImportFormat | undefined
  readonly pages: number
  readonly files: number
  readonly ms: number
}

export type ImportProgress = {
  readonly phase: 'fetching' | 'reading' | 'files' | 'adding'
  readonly done: number
  /** Null while the total is unknown. */
  readonly total: number | null
}

/** Called between pages and files; throws to end the import (cancelled, or the service stops). */
export type OnProgress = (progress: ImportProgress) => Promise<void>

export const countPages = (pages: readonly PlannedPage[]): number =>
  pages.reduce((count, page) => count + 1 + countPages(page.children), 0)

/** The URL of a page of the same plan in texts. */
export const pageAddress = (id: string, fragment = ''): string => `/pages/${id}${fragment}`
export const reusableAddress = (id: string): string => `/reusable-contents/${id}`
export const fileAddress = (id: string): string => `/files/${id}`

/** The reference for a URL of the plan or any other URL. */
export function referenceTo(address: string): Reference {
  const target = targetOf(address)
  if (target.kind === 'page' && target.anchor !== undefined)
    return { kind: 'anchor', anchor: target.anchor, page: target.id }
  if (target.kind === 'page') return { kind: 'page', page: target.id }
  if (target.kind === 'file') return { kind: 'file', file: target.id }
  return { kind: 'url', url: address }
}
