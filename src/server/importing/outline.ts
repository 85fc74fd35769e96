/** One place in the order of a folder of Markdown files, before any page is read. */
export type OutlineEntry = {
  readonly kind: 'page' | 'group' | 'link'
  /** Null: the page's own front matter, first heading or file name says it. */
  readonly title: string | null
  /** The page's file; null for groups, links and pages without text. */
  readonly path: string | null
  /** Absolute address of a link. */
  readonly target: string | null
  /** What the table of contents says besides: of groups, links and pages without text all there is to say. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly children: readonly OutlineEntry[]
}

export const pagePattern = /\.(md|markdown|mdx|html?|docx)$/i

export const isPageFile = (path: string): boolean =>
  pagePattern.test(path) && !isAsset(path) && !isInclude(path)

/** True for a file in the folder of assets, which is no page whatever it is called. */
export const isAsset = (path: string): boolean => /(^|\/)\.gitbook\/assets\//.test(path)

/** True for a text that pages show: it is no page of its own. */
export const isInclude = (path: string): boolean =>
  /(^|\/)\.gitbook\/includes\/.+\.(md|markdown)$/i.test(path)

/** True for the page that stands for its folder. */
export const isFolderPage = (path: string): boolean =>
  /(^|\/)(readme|index)\.(md|markdown|mdx|html?)$/i.test(path)

/** What is left of a file's name when a number that only orders it is taken away: `02-setup` is `setup`. */
export const withoutNumber = (name: string): string => name.replace(/^\d{1,4}[-_. ]+(?=.)/, '')

/** A title made of a file's or folder's name. */
export function titleOfName(name: string): string {
  const words = withoutNumber(name.replace(pagePattern, '')).replace(/[-_]+/g, ' ').trim()
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
