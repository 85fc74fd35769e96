import { mayContainApiBlock } from '#markup/api-blocks.ts'
import { applyConditions } from '#markup/conditions.ts'
import { linksOf, rewriteLinks } from '#markup/links.ts'
import { expandOperations } from '#markup/operation-markdown.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { withoutTitle } from '#markup/title.ts'
import { bodyOf, withReusables } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import { operationsFor } from './api-blocks.ts'
import { linkResolversFor } from './links.ts'
import type { SpaceView } from './view.ts'
import { originOf, type Visit } from './visit.ts'

/** A page as Markdown, with its title and absolute URLs, so that it is complete anywhere. */
export async function markdownOfPage(visit: Visit, view: SpaceView, { entry }: PageNode): Promise<string> {
  const own = await bodyOf(visit.db, visit.state.organizationId, entry)
  const { structure, shows } = visit.state.shape
  const whole = await withReusables(visit.db, view.content, own)
  const body = structure.site.adaptiveContent ? applyConditions(whole, shows) : whole
  const parsed = parseMarkdown(body)
  const links = await linkResolversFor(
    visit,
    view,
    linksOf(parsed).map(({ url }) => url),
  )
  const expanded = mayContainApiBlock(body)
    ? expandOperations(body, (await operationsFor(visit.db, visit.state.organizationId, parsed)).operation)
    : body
  const text = rewriteLinks(expanded, ({ url }) => {
    if (!/^\/(?:pages|files)\//.test(url)) return null
    const target = links.resolveLink(url, { kind: 'link' })
    return !target || target.broken ? null : new URL(target.href, originOf(visit.urls)).href
  })
  const hasTitle = withoutTitle(parsed, entry.title) !== parsed
  const title = `# ${entry.title}\n\n`
  const lead = entry.description ? `${entry.description}\n\n` : ''
  return `${hasTitle ? '' : title + lead}${text.trim()}\n`
}
