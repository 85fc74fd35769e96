import { createFileRoute } from '@tanstack/react-router'
import { ReviewsPage } from '../../../../../../features/change-request/reviews-page.tsx'
import { RequestView } from './-request-view.tsx'

/** The reviewers of a change request and their reviews. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/reviews')({ component: View })

function View() {
  return <RequestView page={ReviewsPage} />
}
