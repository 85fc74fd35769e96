/** An image above the title or behind the page. */
export type PageCover = {
  readonly light: string
  readonly dark?: string | undefined
  /** `hero`: above the title; `full`: as wide as the window; `background`: behind the page. */
  readonly size?: 'hero' | 'full' | 'background' | undefined
  readonly mask?: 'none' | 'radial' | undefined
  /** In pixels, 10 to 700. */
  readonly height?: number | undefined
}

/** What a page shows besides its text. Everything is shown by default. */
export type PageLayout = {
  readonly isWide?: boolean
  readonly hidesTitle?: boolean
  /** The description is only for search engines. */
  readonly hidesDescription?: boolean
  /** The page tree is hidden on large screens, and can be opened on small ones. */
  readonly hidesTree?: boolean
  readonly hidesActions?: boolean
}
