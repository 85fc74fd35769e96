import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#contract/api.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Session } from '#contract/sessions.ts'
import { Button } from '../../components/ui/button.tsx'
import { q, useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { renewSession } from '../../lib/session.ts'
import { toast } from '../../lib/toasts.ts'

const domainOf = (email: string | undefined): string | undefined => email?.split('@').at(1)?.toLowerCase()

/** Organizations that let in everybody with a verified address of the caller's domain. */
export function Joinable({ session }: { session: Session }) {
  const emailDomain = domainOf(session.user.email)
  const { data } = useQuery({
    ...q(api.organizations.listByEmailDomain, { params: { emailDomain: emailDomain ?? '' } }),
    enabled: emailDomain !== undefined && session.account?.emailVerified === true,
  })
  const open =
    data?.organizations.filter(({ id }) => !session.organizations.some((own) => own.id === id)) ?? []
  if (open.length === 0) return null
  return (
    <section aria-labelledby="joinable">
      <h2 className="organization-head" id="joinable">
        Open to everybody at {emailDomain}
      </h2>
      <ul className="rows border-line border-t">
        {open.map((organization) => (
          <JoinRow key={organization.id} organization={organization} />
        ))}
      </ul>
    </section>
  )
}

function JoinRow({ organization: { id, title } }: { organization: Organization }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const joining = useApi(api.organizations.join, {
    meta: { refused: `You could not join “${title}”` },
    onSuccess: async () => {
      await renewSession(client)
      toast.done(`Joined “${title}”`)
      await navigate({ to: places.home(id) })
    },
  })
  return (
    <li className="row organization-row">
      <div className="cell">
        <span className="mono-logo" aria-hidden="true">
          {title.slice(0, 1).toUpperCase()}
        </span>
        <span className="name truncate">{title}</span>
      </div>
      <div className="cell">
        <Button
          size="small"
          aria-label={`Join ${title}`}
          onClick={() => !joining.isPending && joining.mutate({ params: { organizationId: id } })}
        >
          Join
        </Button>
      </div>
    </li>
  )
}
