import type { Asker } from './insights-told.ts'

/** What a reader asks for. */
export type Question = {
  readonly basename: string
  /** The host name of the site's own that it was asked at; absent below the service's own address. */
  readonly hostname?: string | undefined
  /** Where a proxy of others shows the site, such as `example.org/docs`; absent where it was not asked through one. */
  readonly proxied?: string | undefined
  /** What follows the basename as it was sent: empty, or from a slash on. */
  readonly path: string
  readonly query: URLSearchParams
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly wantsJson: boolean
  /** Somebody who reads pages; absent where a program asks, or for what is no page. */
  readonly asker?: Asker | undefined
}
