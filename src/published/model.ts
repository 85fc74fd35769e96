import type { ElementContent, Root } from 'hast'

/** A link whose text and address are known. Addresses are absolute paths or whole addresses. */
export type Link = { readonly title: string; readonly href: string }

/** A colour for light pages and one for dark pages: `#` and 3 or 6 hex digits. */
export type ColorPair = { readonly light: string; readonly dark: string }

/** A font that the owner of a site has uploaded. */
export type CustomFont = {
  readonly fontFamily: string
  readonly fontFaces: readonly {
    readonly weight: number
    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' | undefined }[]
  }[]
}

/** A font by the name the customization gives it, or an uploaded one. */
export type Font = string | CustomFont

/**
 * What the pages read of a site's customization. It has the nesting of the contract's object, so that the
 * whole object may be given; whatever is absent has the value of the tokens.
 */
export type Customization = {
  readonly styling?: {
    readonly theme?: 'clean' | 'muted' | 'bold' | 'gradient'
    readonly primaryColor?: ColorPair
    readonly tint?: { readonly color: ColorPair } | undefined
    readonly infoColor?: ColorPair
    readonly successColor?: ColorPair
    readonly warningColor?: ColorPair
    readonly dangerColor?: ColorPair
    readonly corners?: 'straight' | 'rounded' | 'circular'
    readonly depth?: 'subtle' | 'flat'
    readonly links?: 'default' | 'accent'
    readonly font?: Font
    readonly headingFont?: Font | null | undefined
    readonly monospaceFont?: Font
    readonly sidebar?: {
      readonly background: 'default' | 'filled'
      readonly list: 'default' | 'pill' | 'line'
    }
    readonly search?: 'prominent' | 'subtle'
    readonly codeTheme?: { readonly default: { readonly light: string; readonly dark: string } } | undefined
  }
  readonly themes?: { readonly default: 'light' | 'dark' | 'system'; readonly toggeable: boolean }
}

/** Addresses of the files that `buildReaderAssets` made and of the site's own stylesheet and icon. */
export type ReaderAssets = {
  readonly css: string
  readonly js: string
  /** Of what a page needs first; `heading` where titles have a font of their own. */
  readonly fonts: {
    readonly text: string
    readonly heading?: string | undefined
    readonly code: string
    readonly arabic: string
  }
  /** The stylesheet that `siteStylesheet` wrote; absent when it was empty. */
  readonly siteCss?: string | undefined
  readonly icon: string
}

/** A section in the bar below the header. */
export type SectionLink = Link & {
  readonly kind: 'section'
  readonly id: string
  readonly description?: string | undefined
}

/** A group in the bar: a drop-down of its sections. Groups inside a group become rows of the same list. */
export type SectionGroup = {
  readonly kind: 'group'
  readonly id: string
  readonly title: string
  readonly children: readonly SectionItem[]
}

export type SectionItem = SectionLink | SectionGroup

/** A link of the header, or a drop-down of links; buttons stand at the end. Without an address and links it is text. */
export type HeaderLink = {
  readonly title: string
  readonly href?: string | undefined
  readonly style?: 'link' | 'button-primary' | 'button-secondary' | undefined
  readonly links?: readonly Link[] | undefined
}

/**
 * What is the same on all pages of one section of a site. Its printed form is remembered for as long as the
 * object lives, so give the same object for all pages and a new one when something in it changes.
 */
export type ReaderSite = {
  /** Whole title, such as “Fluentd documentation”; stands in titles of windows and in the name of the home link. */
  readonly title: string
  /** What stands beside the logo: the short name and, if there is one, a quiet word after it. */
  readonly brand: {
    readonly name: string
    readonly label?: string | undefined
    readonly logo?: ColorPair | undefined
  }
  /** Language of the pages, BCP 47. */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  /** Path of the site without a slash at its end, such as `/sites/acme`; empty for a hostname of its own. */
  readonly basePath: string
  readonly homeHref: string
  /** The picture that is shown where a page of the site is shared. */
  readonly socialImage?: string | undefined
  /** A feed of what was changed last, where the site has one. */
  readonly feedHref?: string | undefined
  /** Answers a page of results, or `SearchAnswer` to `Accept: application/json`. */
  readonly searchUrl: string
  /** Where the script tells what readers do; it tells nothing without it. */
  readonly insightsUrl?: string | undefined
  readonly customization: Customization
  readonly assets: ReaderAssets
  readonly sections: readonly SectionItem[]
  readonly sectionId?: string | undefined
  readonly headerLinks: readonly HeaderLink[]
  /** Said above everything, to who looks at the site before others do. */
  readonly notice?: string | undefined
  readonly announcement?:
    | {
        readonly message: string
        readonly link?: Link | undefined
        readonly style: 'info' | 'warning' | 'danger' | 'success'
      }
    | undefined
  readonly footer: {
    readonly about?: string | undefined
    readonly groups: readonly { readonly title: string; readonly links: readonly Link[] }[]
    readonly copyright?: string | undefined
    readonly links: readonly Link[]
    /** Says with which product the site is published. */
    readonly trademark: boolean
  }
}

/** A page, a group of pages or a link in the page tree. Groups have no address. */
export type TreeNode = {
  readonly id: string
  readonly title: string
  readonly emoji?: string | undefined
  readonly children: readonly TreeNode[]
} & ({ readonly kind: 'page' | 'link'; readonly href: string } | { readonly kind: 'group' })

/**
 * The page tree of one revision of a space. Its rows are printed once and remembered for as long as the
 * object lives. Which page is current is no part of it: that is `page.id`.
 */
export type Tree = {
  readonly pages: readonly TreeNode[]
  /** Where the rows are asked for that a page does not carry: `?under={id}&from={n}&to={n}[&rows=before|after]`. */
  readonly rowsUrl: string
}

/** One of the choices above the tree: versions or languages of the section, each at the page now shown. */
export type Switcher = {
  readonly kind: 'variant' | 'language'
  readonly options: readonly (Link & {
    readonly id: string
    readonly description?: string | undefined
    readonly lang?: string | undefined
    readonly current: boolean
  })[]
}

/** A heading of the page, as `outlineOf` of the document room lists them: in order, not nested. */
export type OutlineEntry = { readonly level: 2 | 3 | 4; readonly text: string; readonly anchor: string }

/** What differs from page to page. */
export type Page = {
  readonly id: string
  readonly title: string
  /** One plain sentence for search engines; stands above the text where there is no `lead`. */
  readonly description?: string | undefined
  readonly lead?: readonly ElementContent[] | undefined
  /** A picture above the title, for light pages and, where it differs, for dark ones. */
  readonly cover?: { readonly light: string; readonly dark?: string | undefined } | undefined
  /** Language and direction of the text, where it runs the other way than the site. */
  readonly writing?: { readonly lang: string; readonly dir: 'ltr' | 'rtl' } | undefined
  /** The text as `toHast` of the document room made it. Raw nodes in it are printed as text. */
  readonly article: Root
  readonly outline: readonly OutlineEntry[]
  /** RFC 3339. */
  readonly updatedAt?: string | undefined
  readonly markdownHref?: string | undefined
  readonly pdfHref?: string | undefined
  readonly editHref?: string | undefined
  /** For members: the address that tells what they may do with the space, and the page to lead them to. */
  readonly editing?: { readonly space: string; readonly page: string } | undefined
  /** Where the answer to “was this page helpful” is posted; no question without it. */
  readonly feedbackHref?: string | undefined
  /** Whole address of the picture shown where the page is shared, 1200 by 630; one of the site comes before it. */
  readonly socialImage?: string | undefined
  readonly prev?: Link | undefined
  readonly next?: Link | undefined
  readonly noIndex: boolean
}

export type PageModel = {
  readonly site: ReaderSite
  readonly switchers: readonly Switcher[]
  readonly tree: Tree
  readonly breadcrumbs: readonly { readonly title: string; readonly href?: string | undefined }[]
  readonly page: Page
  /** The one whole address of the page. */
  readonly canonical?: string | undefined
}

/** A page that was found; `sections` are the places in it. The script of the pages reads the same as JSON. */
export type SearchRow = Link & {
  readonly breadcrumbs: readonly string[]
  readonly sections: readonly (Link & { readonly excerpt: string })[]
}

/** Body of the JSON answer of `searchUrl`. */
export type SearchAnswer = readonly SearchRow[]

export type SearchModel = { readonly site: ReaderSite; readonly query: string; readonly rows: SearchAnswer }

/** What is shown to readers without the script after they said what they think of a page. */
export type ThanksModel = {
  readonly site: ReaderSite
  readonly page: Link
  /** Where they may say more, and the rating it goes with; absent when they said it already. */
  readonly more?: { readonly action: string; readonly rating: string } | undefined
}

export type NotFoundModel = {
  readonly site: ReaderSite
  /** The path that was asked for, within the site. */
  readonly path: string
  readonly suggestions: readonly (Link & { readonly where?: string | undefined })[]
  /** Words of the path, to begin a search with. */
  readonly query: string
}

/** A closed door of a site: nothing of it is shown but its looks and its language. */
export type SignInNeededModel = { readonly site: ReaderSite }

export type ShareLinkExpiredModel = {
  readonly site: ReaderSite
  /** RFC 3339; when the link ended, where that is known. */
  readonly endedAt?: string | undefined
}

export type PasswordNeededModel = {
  readonly site: ReaderSite
  /** Where the password is posted, with the path below the site to come back to. */
  readonly action: string
  readonly to: string
  /** Another one was given before. */
  readonly isWrong: boolean
}

/** A part of the page tree as a page of its own, for readers without the script. */
export type TreeListModel = {
  readonly site: ReaderSite
  readonly tree: Tree
  readonly under?: string | undefined
  readonly from: number
  readonly to: number
}
