import { renderThanks } from '#published/render-thanks.ts'
import type { Voted } from './insights-told.ts'
import { feedbackHref } from './page.ts'
import { readerSiteOf } from './reader-site.ts'
import type { Place } from './resolve.ts'
import type { Visit } from './visit.ts'

/** The page that thanks a reader for what they said, and asks for more where something was missing. */
export async function printThanks(
  visit: Visit,
  { view, node }: Place,
  { rating, comment }: Voted,
): Promise<string> {
  const href = (node && view.hrefOf(node)) ?? view.root
  const asksWhy = node !== undefined && rating !== 'good' && !comment
  return renderThanks({
    site: await readerSiteOf(visit, view.siteSpace),
    page: { title: node?.entry.title ?? view.siteSpace.title, href },
    ...(asksWhy ? { more: { action: feedbackHref(visit, view, node), rating } } : {}),
  })
}
