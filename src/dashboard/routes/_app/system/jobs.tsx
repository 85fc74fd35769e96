import { createFileRoute } from '@tanstack/react-router'
import { JobsPage } from '../../../features/system/jobs-page.tsx'
import { jobsQuery } from '../../../features/system/queries.ts'
import { jobsSearch } from '../../../features/system/search-params.ts'

/** Background jobs. */
export const Route = createFileRoute('/_app/system/jobs')({
  validateSearch: jobsSearch,
  loader: async ({ context: { queryClient, isOperator }, location }) => {
    const { status } = jobsSearch.parse(location.search)
    if (isOperator) await queryClient.ensureInfiniteQueryData(jobsQuery(status))
  },
  component: View,
})

function View() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return <JobsPage search={search} onSearch={(next) => void navigate({ search: next })} />
}
