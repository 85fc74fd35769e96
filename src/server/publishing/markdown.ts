import { mayContainApiBlock } from '#markup/api-blocks.ts'
import { rewriteAt } from '#markup/links.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { applyConditions } from '../text-tasks/apply-conditions.ts'
import type { ArticleFacts } from '../text-tasks/article.ts'
import { resolversOf } from '../text-tasks/link-data.ts'
import { runTextTask } from '../text-tasks/run.ts'
import { operationsFor } from './api-blocks.ts'
import { linkDataFor } from './links.ts'
import type { SpaceView } from './view.ts'
import { originOf, type Visit } from './visit.ts'

/** A page as Markdown, with its title and absolute URLs, so that it is complete anywhere. */
export async function markdownOfPage(visit: Visit, view: SpaceView, { entry }: PageNode): Promise<string> {
  const own = await bodyOf(visit.db, visit.state.organizationId, entry)
  const { structure, shows } = visit.state.shape
  const whole = await withReusables(visit.db, view.content, own)
  const body = structure.site.adaptiveContent ? await applyConditions(whole, shows) : whole
  const facts = await runTextTask('articleFacts', { markdown: body, title: entry.title }, body)
  const { resolveLink } = resolversOf((await linkDataFor(visit, view, facts.urls)).data)
  const expanded = await withOperations(visit, body, facts)
  const links = await runTextTask('links', expanded, expanded)
  const text = rewriteAt(expanded, links, ({ url }) => {
    if (!/^\/(?:pages|files)\//.test(url)) return null
    const target = resolveLink(url, { kind: 'link' })
    return !target || target.broken ? null : new URL(target.href, originOf(visit.urls)).href
  })
  const { hasTitle } = facts
  const title = `# ${entry.title}\n\n`
  const lead = entry.description ? `${entry.description}\n\n` : ''
  return `${hasTitle ? '' : title + lead}${text.trim()}\n`
}

async function withOperations(visit: Visit, markdown: string, { apiBlocks }: ArticleFacts): Promise<string> {
  if (!mayContainApiBlock(markdown)) return markdown
  const { operations, json } = await operationsFor(visit.db, visit.state.organizationId, apiBlocks)
  return runTextTask('expandOperations', { markdown, operations }, markdown, json)
}
