import { customizationFor } from './customization.ts'
import { type IndexablePage, searchablePages } from './indexable-pages.ts'
import { markdownOfPage } from './markdown.ts'
import { offersMarkdown } from './markdown-availability.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

const MAX_LINES = 10_000
const MAX_PAGES = 300
const MAX_CHARACTERS = 2_000_000
/** Pages that are read at the same time, so that none waits for the queries of the one before. */
const PAGES_AT_ONCE = 10

/** `llms.txt` of a public site: every page with its URL. */
export async function llmsOf(visit: Visit): Promise<string> {
  const lines: string[] = []
  let previous: IndexablePage | undefined
  for await (const page of searchablePages(visit)) {
    if (lines.length >= MAX_LINES) break
    if (previous?.view !== page.view) lines.push(`\n## ${inLine(page.view.siteSpace.title)}\n`)
    lines.push(line(visit, page))
    previous = page
  }
  const fullTextUrl = canonicalOf(visit, `${basePathOf(visit)}/llms-full.txt`)
  const more = offersMarkdown(visit) ? `\nThe text of all pages: ${fullTextUrl}\n` : ''
  const mcpServer = `\nMCP server: ${canonicalOf(visit, `${basePathOf(visit)}/~mcp`)}\n`
  return `# ${titleOf(visit)}\n${more}${mcpServer}${lines.join('\n')}\n`
}

function line(visit: Visit, { view, node, url }: IndexablePage): string {
  const { title, description } = node.entry
  const href = offersMarkdown(visit) ? canonicalOf(visit, `${view.longHrefOf(node)}.md`) : url
  const about = description ? `: ${inLine(description)}` : ''
  return `- [${inLine(title).replace(/[[\]\\]/g, '\\$&')}](${href})${about}`
}

/** `llms-full.txt` of a public site: the text of its pages, up to a limit. */
export async function llmsFullOf(visit: Visit): Promise<string> {
  const pages: IndexablePage[] = []
  for await (const page of searchablePages(visit)) {
    pages.push(page)
    if (pages.length > MAX_PAGES) break
  }
  const parts: string[] = []
  let characters = 0
  const shown = pages.slice(0, MAX_PAGES)
  for (let from = 0; from < shown.length && characters < MAX_CHARACTERS; from += PAGES_AT_ONCE) {
    const some = shown.slice(from, from + PAGES_AT_ONCE)
    for (const text of await Promise.all(some.map((page) => fullTextOf(visit, page)))) {
      if (characters >= MAX_CHARACTERS) break
      characters += text.length
      parts.push(text)
    }
  }
  if (parts.length < pages.length)
    parts.push(`More pages: ${canonicalOf(visit, `${basePathOf(visit)}/llms.txt`)}\n`)
  return `# ${titleOf(visit)}\n\n${parts.join('\n---\n\n')}`
}

const fullTextOf = async (visit: Visit, { view, node, url }: IndexablePage): Promise<string> =>
  `${await markdownOfPage(visit, view, node)}\nSource: ${url}\n`

const titleOf = ({ state }: Visit): string =>
  inLine(customizationFor(state.shape.customizations, undefined).title ?? state.shape.structure.site.title)

const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
