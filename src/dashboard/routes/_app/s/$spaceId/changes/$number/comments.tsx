import { createFileRoute } from '@tanstack/react-router'
import { RequestComments } from '../../../../../../features/change-request/request-comments.tsx'
import { RequestView } from './-request-view.tsx'

/** All comments of a change request. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/comments')({ component: View })

function View() {
  return <RequestView page={RequestComments} />
}
