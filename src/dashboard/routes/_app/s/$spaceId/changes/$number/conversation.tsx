import { createFileRoute, redirect } from '@tanstack/react-router'

/** The former address of the overview. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/conversation')({
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/s/$spaceId/changes/$number/overview', params, search, replace: true })
  },
})
