import { lazy, Suspense } from 'react'
import type { Page } from '#contract/pages.ts'
import { useOnDemand } from '../../hooks/use-on-demand.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { onDemand } from '../../lib/on-demand.ts'
import { type Content, usePages } from './space-content.ts'

const pageReview = onDemand(() => import('./page-review.tsx'))
const PageReviewDialog = lazy(async () => ({
  default: (await import('./page-review-dialog.tsx')).PageReviewDialog,
}))

/** Whether pages are reviewed here: those of the space itself, not those of a change request. */
const hasReviews = ({ at }: Content, page: Page): boolean =>
  at.change === undefined && page.type === 'document'

const canChangeReview = (content: Content, page: Page): boolean =>
  hasReviews(content, page) && content.space.permissions.edit

/** Says that a page is overdue. It loads once the page is on screen. */
export function PageOverdue({ page }: { page: Page }) {
  const { content } = usePages()
  const isNeeded = canChangeReview(content, page)
  const parts = useOnDemand(pageReview, useIsPainted() && isNeeded)
  if (!parts || !isNeeded) return null
  return <parts.OverdueBanner spaceId={content.space.id} page={page} />
}

/** Who owns a page, and when it is reviewed. It loads once the page is on screen. */
export function PageReview({ page }: { page: Page }) {
  const { content, onSearch } = usePages()
  const isNeeded = hasReviews(content, page)
  const parts = useOnDemand(pageReview, useIsPainted() && isNeeded)
  if (!parts || !isNeeded) return null
  const onChange = canChangeReview(content, page) ? () => onSearch({ review: page.id }) : undefined
  return <parts.ReviewNotes spaceId={content.space.id} page={page} onChange={onChange} />
}

type DialogProps = { content: Content; page: Page | undefined; onClose: () => void }

/** The dialog with the owner and the review date of a page, for people who can change them. */
export const ReviewDialog = ({ content, page, onClose }: DialogProps) =>
  page &&
  canChangeReview(content, page) && (
    <Suspense>
      <PageReviewDialog key={page.id} space={content.space} page={page} onClose={onClose} />
    </Suspense>
  )
