import { lazy, Suspense } from 'react'
import type { Page } from '#contract/pages.ts'
import { useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { type Content, usePages } from './space-content.ts'

const OverdueBanner = lazy(async () => ({ default: (await import('./page-review.tsx')).OverdueBanner }))
const ReviewNotes = lazy(async () => ({ default: (await import('./page-review.tsx')).ReviewNotes }))
const PageReviewDialog = lazy(async () => ({
  default: (await import('./page-review-dialog.tsx')).PageReviewDialog,
}))

/** Whether pages are reviewed here: those of the space itself, not those of a change request. */
const hasReviews = ({ at }: Content, page: Page): boolean =>
  at.change === undefined && page.type === 'document'

const canChangeReview = (content: Content, page: Page): boolean =>
  hasReviews(content, page) && content.space.permissions.edit

/** Says that a page is overdue. It loads after the first view. */
export function PageOverdue({ page }: { page: Page }) {
  const { content } = usePages()
  const isLoaded = useIsFirstViewLoaded()
  if (!isLoaded || !canChangeReview(content, page)) return null
  return (
    <Suspense>
      <OverdueBanner spaceId={content.space.id} page={page} />
    </Suspense>
  )
}

/** Who owns a page, and when it is reviewed. It loads after the first view. */
export function PageReview({ page }: { page: Page }) {
  const { content, onSearch } = usePages()
  const isLoaded = useIsFirstViewLoaded()
  if (!isLoaded || !hasReviews(content, page)) return null
  const onChange = canChangeReview(content, page) ? () => onSearch({ review: page.id }) : undefined
  return (
    <Suspense>
      <ReviewNotes spaceId={content.space.id} page={page} onChange={onChange} />
    </Suspense>
  )
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
