import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../../../../../../features/change-request/overview-page.tsx'
import { RequestView } from './-request-view.tsx'

/** What a change request changes, its conversation, and what is left before the merge. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/overview')({ component: View })

function View() {
  return <RequestView page={OverviewPage} />
}
