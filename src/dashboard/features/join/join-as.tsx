import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Session } from '#contract/sessions.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { useApi } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { sessionQuery } from '../../lib/session.ts'
import type { InvitePlace } from './invitation-words.ts'

type Props = { place: InvitePlace; organization: string; session: Session }

/** Joins with the account that is signed in. */
export function JoinAs({ place, organization, session }: Props) {
  const client = useQueryClient()
  const router = useRouter()
  const joining = useApi(api.organizationInvites.accept, {
    meta: { shown: 'in-form' },
    onSuccess: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      router.history.push(places.home(place.organizationId))
    },
  })
  const leaving = useApi(api.sessions.signOut, {
    onSuccess: async () => {
      client.clear()
      await router.invalidate()
    },
  })
  const { user } = session
  return (
    <div className="si-fields">
      <p className="line">
        <Avatar id={user.id} name={user.displayName} size="m" />
        <span className="truncate">
          <b className="name">{user.displayName}</b> <span className="faint">{user.email}</span>
        </span>
      </p>
      {joining.error && (
        <p className="form-fault" role="alert">
          <Icon of={CircleAlert} size="s" />
          <span>{reasonOf(joining.error)}</span>
        </p>
      )}
      <Button
        look="ink"
        size="form"
        className="si-wide"
        aria-busy={joining.isPending}
        onClick={() => !joining.isPending && joining.mutate({ params: place })}
      >
        Join {organization}
      </Button>
      <Button size="form" onClick={() => leaving.mutate({})}>
        Use another account
      </Button>
    </div>
  )
}
