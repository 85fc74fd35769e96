import { createFileRoute } from '@tanstack/react-router'
import { OperationsPage } from '../../../features/system/operations-page.tsx'
import { operationsQuery } from '../../../features/system/queries.ts'

/** The slowest operations. */
export const Route = createFileRoute('/_app/system/operations')({
  loader: async ({ context: { queryClient, isOperator } }) => {
    if (isOperator) await queryClient.ensureQueryData(operationsQuery)
  },
  component: OperationsPage,
})
