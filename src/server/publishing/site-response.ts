import type { FileRow } from '../content/files.ts'
import type { SiteEvent } from './insights.ts'
import type { SitePdf } from './pdf.ts'
import type { Body } from './response-bodies.ts'
import type { SiteCookie } from './site-access.ts'

/** The response to a request for an address of a site. */
export type SiteResponse =
  /** A PDF, rendered at most once a day. */
  | ({ readonly kind: 'pdf' } & SitePdf)
  | {
      readonly kind: 'redirect'
      readonly href: string
      readonly status?: 302 | 303 | 307 | 308
      /** Cookies for the pages below `path`. */
      readonly cookies?: readonly SiteCookie[]
      readonly path?: string
    }
  | { readonly kind: 'file'; readonly file: FileRow; readonly isPublic: boolean }
  /** A page that says why the visitor has no access. */
  | { readonly kind: 'access-page'; readonly status: 401 | 404; readonly page: string }
  | {
      readonly kind: 'body'
      readonly status: 200 | 404
      readonly body: Body
      /** The address contains a hash of the content, so the response never changes. */
      readonly isImmutable?: boolean
      /** Not to be indexed by search engines. */
      readonly isHidden?: boolean
      /** Must not be stored by shared caches. */
      readonly isPrivate?: boolean
      /** Readers with other languages get a redirect at the same address. */
      readonly variesByLanguage?: boolean
      /** The page that this is another format of. */
      readonly canonical?: string
      /** The event to count. Pages report their own views by script. */
      readonly event?: SiteEvent
    }

export const HTML_TYPE = 'text/html; charset=utf-8'

export const okResponse = (body: Body) => ({ kind: 'body', status: 200, body }) as const
