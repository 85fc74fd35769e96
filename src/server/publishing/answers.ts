import type { FileRow } from '../content/files.ts'
import type { Body } from './bodies.ts'
import type { Kept } from './gate.ts'
import type { Happening } from './insights.ts'
import type { SitePdf } from './pdf.ts'

/** What an address of a site is answered with. */
export type Answer =
  /** To be printed, unless that was done today. */
  | ({ readonly kind: 'pdf' } & SitePdf)
  | {
      readonly kind: 'redirect'
      readonly href: string
      readonly status?: 302 | 303 | 307 | 308
      /** What the browser is to keep for the pages below `path`. */
      readonly keep?: readonly Kept[]
      readonly path?: string
    }
  | { readonly kind: 'file'; readonly file: FileRow; readonly isPublic: boolean }
  /** A page that says why the visitor is not let in. */
  | { readonly kind: 'door'; readonly status: 401 | 404; readonly page: string }
  | {
      readonly kind: 'body'
      readonly status: 200 | 404
      readonly body: Body
      /** Made of what the address names by its hash, so it never changes. */
      readonly isImmutable?: boolean
      /** Not to be found by search engines. */
      readonly isHidden?: boolean
      /** Not for everybody, so that nothing between may keep it. */
      readonly isPrivate?: boolean
      /** The page that this is another form of. */
      readonly canonical?: string
      /** What is worth counting of it, unless it is a page: its script tells of that. */
      readonly happening?: Happening
    }

export const html = 'text/html; charset=utf-8'

export const found = (body: Body) => ({ kind: 'body', status: 200, body }) as const
