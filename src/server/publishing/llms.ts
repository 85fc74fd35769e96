import { looksFor } from './looks.ts'
import { markdownOfPage } from './markdown.ts'
import { offersMarkdown } from './markdown-offered.ts'
import { foundPagesOf, type ToldPage } from './told-pages.ts'
import { basePathOf, canonicalOf, type Visit } from './visit.ts'

const mostLines = 10_000
const mostPages = 300
const mostLetters = 2_000_000

/** What is on a public site, in the form that language models are told it: every page with its address. */
export async function llmsOf(visit: Visit): Promise<string> {
  const lines: string[] = []
  let before: ToldPage | undefined
  for await (const page of foundPagesOf(visit)) {
    if (lines.length >= mostLines) break
    if (before?.view !== page.view) lines.push(`\n## ${inLine(page.view.siteSpace.title)}\n`)
    lines.push(line(visit, page))
    before = page
  }
  const whole = canonicalOf(visit, `${basePathOf(visit)}/llms-full.txt`)
  const more = offersMarkdown(visit) ? `\nThe text of all pages: ${whole}\n` : ''
  return `# ${titleOf(visit)}\n${more}${lines.join('\n')}\n`
}

function line(visit: Visit, { view, node, url }: ToldPage): string {
  const { title, description } = node.entry
  const href = offersMarkdown(visit) ? canonicalOf(visit, `${view.longHrefOf(node)}.md`) : url
  const about = description ? `: ${inLine(description)}` : ''
  return `- [${inLine(title).replace(/[[\]\\]/g, '\\$&')}](${href})${about}`
}

/** The text of the pages of a public site, one after the other, as far as it is not too much for one file. */
export async function llmsFullOf(visit: Visit): Promise<string> {
  const parts: string[] = []
  let letters = 0
  for await (const { view, node, url } of foundPagesOf(visit)) {
    if (parts.length >= mostPages || letters >= mostLetters) {
      parts.push(`More pages: ${canonicalOf(visit, `${basePathOf(visit)}/llms.txt`)}\n`)
      break
    }
    const text = `${await markdownOfPage(visit, view, node)}\nSource: ${url}\n`
    letters += text.length
    parts.push(text)
  }
  return `# ${titleOf(visit)}\n\n${parts.join('\n---\n\n')}`
}

const titleOf = ({ state }: Visit): string =>
  inLine(looksFor(state.shape.looks, undefined).title ?? state.shape.structure.site.title)

const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
