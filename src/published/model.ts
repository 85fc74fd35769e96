import type { ElementContent } from 'hast'
import type { IconShape } from '#markup/font-icons.ts'
import type { Article } from './article.ts'
import type { PageCover, PageLayout } from './page-layout.ts'
import type { TagModel } from './tags.ts'

/** A link; `href` is an absolute path or URL. */
export type Link = { readonly title: string; readonly href: string }

/** A color for light and one for dark pages: `#` and 3 or 6 hex digits. */
export type ColorPair = { readonly light: string; readonly dark: string }

/** An uploaded font. */
export type CustomFont = {
  readonly fontFamily: string
  readonly fontFaces: readonly {
    readonly weight: number
    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' | undefined }[]
  }[]
}

/** The name of a font in the customization, or an uploaded font. */
export type Font = string | CustomFont

/**
 * The parts of a site's customization that pages use. It has the structure of the contract's object, so that the whole
 * object can be passed. Defaults are in the CSS tokens.
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

/** URLs of the files that `buildReaderAssets` created, and of the site's own stylesheet and icon. */
export type ReaderAssets = {
  readonly css: string
  readonly js: string
  /** Fonts to preload; `heading` if titles have a separate font. */
  readonly fonts: {
    readonly text: string
    readonly heading?: string | undefined
    readonly code: string
    readonly arabic: string
  }
  /** The result of `siteStylesheet`; absent if it is empty. */
  readonly siteCss?: string | undefined
  readonly icon: string
}

/** A section in the navigation below the header. */
export type SectionLink = Link & {
  readonly kind: 'section'
  readonly id: string
  readonly icon?: IconShape | undefined
  readonly description?: string | undefined
}

/** A menu of sections. Nested groups become rows of the same menu. */
export type SectionGroup = {
  readonly kind: 'group'
  readonly id: string
  readonly title: string
  readonly icon?: IconShape | undefined
  readonly children: readonly SectionItem[]
}

export type SectionItem = SectionLink | SectionGroup

/** A link or menu in the header; buttons are last. Without `href` and `links` it is text. */
export type HeaderLink = {
  readonly title: string
  readonly href?: string | undefined
  readonly style?: 'link' | 'button-primary' | 'button-secondary' | undefined
  readonly links?: readonly Link[] | undefined
}

/**
 * The data that all pages of a site section share. Its printed form is cached by object identity, so pass the same
 * object for all pages and a new one when something in it changes.
 */
export type ReaderSite = {
  /** The full title, such as “Fluentd documentation”, for window titles and the name of the home link. */
  readonly title: string
  /** The short name next to the logo, and an optional label after it. */
  readonly brand: {
    readonly name: string
    readonly label?: string | undefined
    readonly logo?: ColorPair | undefined
  }
  /** Language of the pages, BCP 47. */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  /** Path of the site without a trailing slash, such as `/sites/acme`; empty for a custom hostname. */
  readonly basePath: string
  readonly homeHref: string
  /** The image for shared links to any page of the site. */
  readonly socialImage?: string | undefined
  /** The feed of recent changes, if the site has one. */
  readonly feedHref?: string | undefined
  /** Returns the results page, or `SearchResults` for `Accept: application/json`. */
  readonly searchUrl: string
  /** Where questions are posted to; absent if readers can’t ask. */
  readonly askUrl?: string
  /** Where the script sends insights events; without it none are sent. */
  readonly insightsUrl?: string | undefined
  /** Whether the script may fetch pages ahead: not where visitors see different pages at one address. */
  readonly mayPrefetch?: boolean | undefined
  readonly customization: Customization
  readonly assets: ReaderAssets
  readonly sections: readonly SectionItem[]
  readonly sectionId?: string | undefined
  readonly headerLinks: readonly HeaderLink[]
  /** A message above the page, for previews. */
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
    /** Whether to show the product badge. */
    readonly trademark: boolean
  }
}

/** A page, a group of pages or a link in the page tree. Groups have no URL. */
export type TreeNode = {
  readonly id: string
  readonly title: string
  readonly emoji?: string | undefined
  readonly icon?: IconShape | undefined
  readonly children: readonly TreeNode[]
} & ({ readonly kind: 'page' | 'link'; readonly href: string } | { readonly kind: 'group' })

/**
 * The page tree of one revision of a space. Printed rows are cached by object identity. The current page is not part
 * of it: that is `page.id`.
 */
export type Tree = {
  readonly pages: readonly TreeNode[]
  /** URL for rows that are not in the page: `?under={id}&from={n}&to={n}[&rows=before|after]`. */
  readonly rowsUrl: string
}

/** A menu above the tree: the versions or languages of the section, each linked to the current page. */
export type Switcher = {
  readonly kind: 'variant' | 'language'
  readonly options: readonly (Link & {
    readonly id: string
    readonly description?: string | undefined
    readonly lang?: string | undefined
    readonly current: boolean
  })[]
}

/** A heading of the page as returned by `outlineOf`. */
export type OutlineEntry = { readonly level: 2 | 3 | 4; readonly text: string; readonly anchor: string }

/** The data of one page. */
export type Page = {
  readonly id: string
  readonly title: string
  /** Plain text for search engines; also shown above the text if there is no `lead`. */
  readonly description?: string | undefined
  readonly lead?: readonly ElementContent[] | undefined
  /** An image above the title or behind the page, optionally with a version for dark pages. */
  readonly cover?: PageCover | undefined
  readonly layout?: PageLayout | undefined
  readonly tags?: readonly TagModel[] | undefined
  /** Language and direction of the text, if the direction differs from the site. */
  readonly language?: { readonly lang: string; readonly dir: 'ltr' | 'rtl' } | undefined
  readonly article: Article
  /** As returned by `shownEntries`: at most two levels, in order, not nested. */
  readonly outline: readonly OutlineEntry[]
  /** RFC 3339. */
  readonly updatedAt?: string | undefined
  /** The feed of its updates, if it is a changelog. */
  readonly feedHref?: string | undefined
  readonly markdownHref?: string | undefined
  readonly pdfHref?: string | undefined
  /** Absolute URL of the page for AI services, which links to them have as part of their prompt. */
  readonly askUrl?: string | undefined
  /** The MCP server of the site, and a name for it. */
  readonly mcp?: { readonly name: string; readonly url: string } | undefined
  /** The order of the actions in the menu; Markdown and PDF by default. */
  readonly actions?: readonly string[] | undefined
  readonly editHref?: string | undefined
  /** For the edit link of members: the API URL of the space, and the id of the page. */
  readonly editing?: { readonly space: string; readonly page: string } | undefined
  /** Where page feedback is posted; without it there is no feedback form. */
  readonly feedbackHref?: string | undefined
  /** Absolute URL of the image for shared links, 1200 × 630 pixels; the image of the site takes precedence. */
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
  /** The canonical URL of the page. */
  readonly canonical?: string | undefined
  /** Servers of API operations that readers can send requests to. */
  readonly connects?: readonly string[] | undefined
  /** Absolute URLs of the page in all of its languages, and `x-default`. */
  readonly alternates?: readonly { readonly hreflang: string; readonly href: string }[] | undefined
}

/** A page in search results with its matching sections. The script receives the same as JSON. */
export type SearchResult = Link & {
  readonly breadcrumbs: readonly string[]
  readonly sections: readonly (Link & { readonly excerpt: string })[]
}

/** What the script needs to ask questions: `data-ask` of the search dialog. */
export type AskOptions = {
  readonly url: string
  readonly labels: Readonly<
    Record<
      | 'question'
      | 'answer'
      | 'waiting'
      | 'stop'
      | 'sources'
      | 'note'
      | 'none'
      | 'failed'
      | 'brokeOff'
      | 'tooMany'
      | 'tooLong'
      | 'again'
      | 'back',
      string
    >
  >
}

/** An event of a streamed answer. */
export type AnswerEvent =
  /** Continues the answer in Markdown. */
  | { readonly text: string }
  /** A citation. Equal sections have equal numbers. */
  | { readonly source: { readonly number: number; readonly title: string; readonly href: string } }
  /** The end of the answer. */
  | { readonly done: true }
  /** The rest of the answer is missing. */
  | { readonly failed: true }
  /** No page is about the question. */
  | { readonly none: true }

/** JSON body of responses from `searchUrl`. */
export type SearchResults = {
  /** Pages in the reader's variant and language, best first. */
  readonly pages: readonly SearchResult[]
  /** Pages in others. */
  readonly others: readonly SearchResult[]
  /** What was searched for in place of the query, whose spelling was corrected. */
  readonly corrected?: string | undefined
}

export type SearchModel = {
  readonly site: ReaderSite
  readonly query: string
  readonly results: SearchResults
}

/** The page after feedback without the script. */
export type ThanksModel = {
  readonly site: ReaderSite
  readonly page: Link
  /** Where a comment can be posted, and the rating it belongs to; absent if there was a comment already. */
  readonly more?: { readonly action: string; readonly rating: string } | undefined
}

export type NotFoundModel = {
  readonly site: ReaderSite
  /** The requested path within the site. */
  readonly path: string
  readonly suggestions: readonly (Link & { readonly where?: string | undefined })[]
  /** The words of the path, to prefill the search. */
  readonly query: string
}

/** An access page of a site, which shows only the theme and language of the site. */
export type SignInNeededModel = { readonly site: ReaderSite }

export type ShareLinkExpiredModel = {
  readonly site: ReaderSite
  /** RFC 3339; when the link expired, if known. */
  readonly endedAt?: string | undefined
}

export type PasswordNeededModel = {
  readonly site: ReaderSite
  /** Where the password is posted; `to` is the path within the site to return to. */
  readonly action: string
  readonly to: string
  /** Whether a wrong password was entered before. */
  readonly isWrong: boolean
}

/** A part of the page tree as a separate page, for readers without the script. */
export type TreeListModel = {
  readonly site: ReaderSite
  readonly tree: Tree
  readonly under?: string | undefined
  readonly from: number
  readonly to: number
}
