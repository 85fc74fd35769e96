import { createFileRoute, redirect } from '@tanstack/react-router'
import { isApiError } from '../data/api.ts'
import { sessionQuery } from '../data/session.ts'
import { unsavedForms } from '../data/unsaved-forms.ts'
import { Frame } from '../features/frame/frame.tsx'

/** All routes that require a session. Others are redirected to the sign-in page, and back afterwards. */
export const Route = createFileRoute('/_app')({
  // Every first view needs it.
  codeSplitGroupings: [],
  beforeLoad: async ({ context, location }) => {
    try {
      const session = await context.queryClient.ensureQueryData(sessionQuery)
      unsavedForms.user = session.user.id
      return { session }
    } catch (error) {
      if (isApiError(error, 401)) throw redirect({ to: '/sign-in', search: { to: location.href } })
      throw error
    }
  },
  component: Frame,
})
