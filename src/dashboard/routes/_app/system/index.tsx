import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../../../features/system/overview-page.tsx'
import { systemQuery } from '../../../features/system/queries.ts'

/** Health, versions and storage of the service. */
export const Route = createFileRoute('/_app/system/')({
  loader: async ({ context: { queryClient, isOperator } }) => {
    if (isOperator) await queryClient.ensureQueryData(systemQuery)
  },
  component: OverviewPage,
})
