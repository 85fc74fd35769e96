import { createFileRoute } from '@tanstack/react-router'
import { EmailsPage } from '../../../features/system/emails-page.tsx'
import { emailsQuery } from '../../../features/system/queries.ts'

/** Emails that were not delivered. */
export const Route = createFileRoute('/_app/system/email')({
  loader: async ({ context: { queryClient, isOperator } }) => {
    if (isOperator) await queryClient.ensureInfiniteQueryData(emailsQuery)
  },
  component: EmailsPage,
})
