import { renderThanks } from '#published/render-message-pages.ts'
import { feedbackHref } from './page.ts'
import type { PageFeedback } from './reader-events.ts'
import { readerSiteOf } from './reader-site.ts'
import type { ResolvedPage } from './resolve-page.ts'
import type { Visit } from './visit.ts'

/** The page after feedback without JavaScript; it asks for a comment if the rating was not good. */
export async function renderFeedbackPage(
  visit: Visit,
  { view, node }: ResolvedPage,
  { rating, comment }: PageFeedback,
): Promise<string> {
  const href = (node && view.hrefOf(node)) ?? view.root
  const asksWhy = node !== undefined && rating !== 'good' && !comment
  return renderThanks({
    site: await readerSiteOf(visit, view.siteSpace),
    page: { title: node?.entry.title ?? view.siteSpace.title, href },
    ...(asksWhy ? { more: { action: feedbackHref(visit, view, node), rating } } : {}),
  })
}
