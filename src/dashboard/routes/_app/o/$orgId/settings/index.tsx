import { createFileRoute, redirect } from '@tanstack/react-router'

/** The settings begin with the general ones. */
export const Route = createFileRoute('/_app/o/$orgId/settings/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/o/$orgId/settings/general', params, replace: true })
  },
})
