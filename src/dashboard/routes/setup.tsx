import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import { Door } from '../components/door.tsx'
import { DeadLink } from '../features/doors/dead-link.tsx'
import { SetUp } from '../features/doors/set-up.tsx'
import { ask } from '../lib/api.ts'

const step = z.enum(['account', 'organization', 'content']).catch('account')

/** The first start: account, organization, first content. */
export const Route = createFileRoute('/setup')({
  validateSearch: z.object({ link: z.string().optional().catch(undefined), step: step.optional() }),
  loaderDeps: ({ search: { link } }) => ({ link }),
  loader: ({ deps: { link } }) => ask(api.sessions.setUpState, { query: { link } }),
  component: View,
  errorComponent: () => (
    <Door>
      <DeadLink isSetUp />
    </Door>
  ),
})

function View() {
  const { link, step: at = 'account' } = Route.useSearch()
  const { link: about } = Route.useLoaderData()
  const navigate = Route.useNavigate()
  const isValid = link !== undefined && about?.valid === true && about.purpose === 'set-up'
  if (!isValid && at !== 'content') {
    return (
      <Door>
        <DeadLink isSetUp />
      </Door>
    )
  }
  return (
    <SetUp link={link ?? ''} step={at} onStep={(next) => void navigate({ search: { link, step: next } })} />
  )
}
