import { fromHtml } from '#markup/from-html.ts'
import { joinFrontMatter } from '#markup/front-matter.ts'
import { rewriteLinks } from '#markup/links.ts'
import { slugOf } from '#markup/slug.ts'
import { preparePage } from './page-html.ts'

/** The base URL for files, which is never requested. */
const BASE_URL = 'https://files.invalid/'

/** An exported page as Markdown with front matter, and the names of macros that are not understood. */
export function readConfluencePage({
  html,
  title: listed,
}: {
  readonly html: string
  /** Its title in the index; null for a page that is not there. */
  readonly title: string | null
}): { readonly markdown: string; readonly unknown: readonly string[] } {
  const unknown = new Set<string>()
  const { title: own, markdown } = fromHtml(html, {
    baseUrl: BASE_URL,
    prepare: (tree) => preparePage(tree, unknown),
  })
  const title = listed ?? own
  const text = rewriteLinks(markdown, ({ url }) =>
    url.startsWith(BASE_URL) ? url.slice(BASE_URL.length) || null : null,
  )
  return {
    markdown: joinFrontMatter(title === '' ? {} : { title, slug: slugOf(title) }, text),
    unknown: [...unknown].slice(0, 20),
  }
}
