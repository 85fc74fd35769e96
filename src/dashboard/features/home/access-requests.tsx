import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { AccessRequest } from '#contract/access-requests.ts'
import { api } from '#contract/api.ts'
import { Button } from '../../components/ui/button.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic } from '../../data/optimistic.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import styles from './home.module.css'
import { accessRequestsQuery } from './queries.ts'

type Props = { organizationId: string; requests: readonly AccessRequest[] }

/** Requests for access that the viewer can grant. */
export function AccessRequests({ organizationId, requests }: Props) {
  return (
    <section aria-labelledby="access-requests">
      <h2 className={styles.head} id="access-requests">
        Access requests
        <span className="count">{requests.length}</span>
        <span className="wide">The person gets an email when you decide</span>
      </h2>
      <ul className={clsx('rows', styles.rows, styles.decisions)}>
        {requests.map((request) => (
          <Row key={request.id} organizationId={organizationId} request={request} />
        ))}
      </ul>
    </section>
  )
}

function Row({ organizationId, request }: { organizationId: string; request: AccessRequest }) {
  const { user, role, message } = request
  const title = request.on.title || labels.untitled
  const { grant, decline } = useDecisions(organizationId, request, title)
  return (
    <li className="row">
      <div className="cell">
        <Avatar id={user.id} name={user.displayName} photo={user.photoURL} />
        <Link className={clsx('title', styles.request)} to={accessPathOf(organizationId, request)}>
          {user.displayName} asks for the {roleNames[role]} role {request.on.type === 'site' ? 'on' : 'in'}{' '}
          {title}
          {message !== '' && <span className={clsx('soft', styles.excerpt)}>{message}</span>}
        </Link>
      </div>
      <div className="cell cell-end">
        <Button size="small" aria-label={`Decline the request from ${user.displayName}`} onClick={decline}>
          Decline
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={`Grant the request from ${user.displayName}`}
          onClick={grant}
        >
          Grant
        </Button>
      </div>
    </li>
  )
}

function useDecisions(organizationId: string, { id, on, user, role }: AccessRequest, title: string) {
  const without = optimistic(accessRequestsQuery(organizationId), (list) => ({
    items: list.items.filter((one) => one.id !== id),
  }))
  const granting = useApi(api.accessRequests.grant, {
    ...without,
    meta: { refused: `Couldn’t grant the request from ${user.displayName}` },
  })
  const declining = useApi(api.accessRequests.decline, {
    ...without,
    meta: { refused: `Couldn’t decline the request from ${user.displayName}` },
  })
  const params = { organizationId, accessRequestId: id }
  const report = (decision: Promise<unknown>, text: string) =>
    void decision.then(
      () => toast.done(text),
      // A toast has shown why.
      () => undefined,
    )
  const where = `${on.type === 'site' ? 'on' : 'in'} ${labels.quoted(title)}`
  return {
    grant: () =>
      report(
        granting.mutateAsync({ params, body: {} }),
        `Granted ${user.displayName} the ${roleNames[role]} role ${where}`,
      ),
    decline: () => report(declining.mutateAsync({ params }), `Declined the request from ${user.displayName}`),
  }
}

function accessPathOf(organizationId: string, { on: { type, id } }: AccessRequest): string {
  if (type === 'space') return paths.spaceAccess(id)
  return type === 'site'
    ? paths.sitePart(organizationId, id, 'access')
    : paths.collectionAccess(organizationId, id)
}
