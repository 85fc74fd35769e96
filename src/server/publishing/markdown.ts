import { mayContainApiBlock } from '#markup/api-blocks.ts'
import { rewriteAt } from '#markup/links.ts'
import { parsedText } from '../content/parsed-texts.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { appliesConditions } from '../domain/sites/adaptive-content.ts'
import { applyConditions } from '../text-tasks/apply-conditions.ts'
import type { ArticleFacts } from '../text-tasks/article.ts'
import { resolversOf } from '../text-tasks/link-data.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { operationsFor } from './api-blocks.ts'
import { linkDataFor } from './links.ts'
import { withValuesFor } from './values.ts'
import type { SpaceView } from './view.ts'
import { originOf, type Visit } from './visit.ts'

/** A page as Markdown, with its title and absolute URLs, so that it is complete anywhere. */
export async function markdownOfPage(visit: Visit, view: SpaceView, { entry }: PageNode): Promise<string> {
  const own = await bodyOf(visit.db, visit.state.organizationId, entry)
  const { structure } = visit.state.shape
  const shows = (condition: string) => view.shows(condition, entry)
  const whole = await withValuesFor(visit, view, entry, await withReusables(visit.db, view.content, own))
  const body = appliesConditions(structure.site) ? await applyConditions(whole, shows) : whole
  const { text: expanded, links, hasTitle } = await expandedText(visit, body, entry.title)
  const { resolveLink } = resolversOf(
    (
      await linkDataFor(
        visit,
        view,
        links.map(({ url }) => url),
      )
    ).data,
  )
  const text = rewriteAt(expanded, links, ({ url }) => {
    if (!isInternal(url)) return null
    const target = resolveLink(url, { kind: 'link' })
    return !target || target.broken ? null : new URL(target.href, originOf(visit.urls)).href
  })
  const title = `# ${entry.title}\n\n`
  const lead = entry.description ? `${entry.description}\n\n` : ''
  return `${hasTitle ? '' : title + lead}${text.trim()}\n`
}

const isInternal = (url: string): boolean => /^\/(?:pages|files)\//.test(url)

/**
 * A text with its operations written out, the links in it, and whether it begins with its title. The documents about all
 * pages of a site need this for hundreds of pages at once, so a text is parsed only for what it may contain.
 */
async function expandedText(visit: Visit, body: string, title: string) {
  const isPlain = !mayContainApiBlock(body) && !mayBeginWithHeading(body)
  if (isPlain && !/\/(?:pages|files)\//.test(body)) return { text: body, links: [], hasTitle: false }
  if (isPlain) return { text: body, links: (await parsedText(body)).links, hasTitle: false }
  const facts = await runTextTask('articleFacts', { markdown: body, title }, body)
  const text = await withOperations(visit, body, facts)
  return { text, links: await runTextTask('links', text, text), hasTitle: facts.hasTitle }
}

/** Anything but a text without underlined headings that begins with a letter or digit. */
const mayBeginWithHeading = (body: string): boolean =>
  !/^\s*[\p{L}\p{N}]/u.test(body) || /^[ \t]*(?:=+|-+)[ \t]*$/m.test(body)

async function withOperations(visit: Visit, markdown: string, facts: ArticleFacts): Promise<string> {
  if (!mayContainApiBlock(markdown)) return markdown
  const { operations, schemas, json } = await operationsFor(visit.db, visit.state.organizationId, facts)
  return runTextTask('expandOperations', { markdown, operations, schemas }, markdown, json)
}
