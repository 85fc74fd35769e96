/** An entry in the outline of a source, before any page is read. */
export type OutlineEntry = {
  /** An API reference stands for the pages of a specification, which its `metadata` names. */
  readonly kind: 'page' | 'group' | 'link' | 'api-reference'
  /** Null if the page's front matter, first heading or file name provides it. */
  readonly title: string | null
  /** The title in navigation, if it is another one. */
  readonly linkTitle?: string
  /** The page's file; null for groups, links and pages without text. */
  readonly path: string | null
  /** Absolute URL of a link. */
  readonly target: string | null
  /** Further fields from the table of contents; for groups, links and pages without text the only fields. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly children: readonly OutlineEntry[]
}

/** The outline in the navigation of another tool. */
export type NavigationOutline = {
  readonly entries: readonly OutlineEntry[]
  readonly configFiles: readonly string[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** The folder of the pages. */
  readonly root: string
}

export const pagePattern = /\.(md|markdown|mdx|html?|docx)$/i

export const isPageFile = (path: string): boolean =>
  pagePattern.test(path) && !isAsset(path) && !isInclude(path)

/** Whether a file is in the assets folder and so never a page. */
export const isAsset = (path: string): boolean => /(^|\/)\.gitbook\/assets\//.test(path)

/** Whether a file is a reusable content and not a page. */
export const isInclude = (path: string): boolean =>
  /(^|\/)\.gitbook\/includes\/.+\.(md|markdown)$/i.test(path)

/** Whether a page is the page of its folder. */
export const isFolderPage = (path: string): boolean =>
  /(^|\/)(readme|index)\.(md|markdown|mdx|html?)$/i.test(path)

/** A title based on a file or folder name. */
export function titleOfName(name: string): string {
  const words = name.replace(pagePattern, '').replace(/[-_]+/g, ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Every entry that has a file, in reading order. */
export function* everyPage(
  entries: readonly OutlineEntry[],
): Generator<{ readonly path: string; readonly title: string | null }> {
  for (const { path, title, children } of entries) {
    if (path !== null) yield { path, title }
    yield* everyPage(children)
  }
}
