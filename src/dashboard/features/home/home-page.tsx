import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Globe, Library } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Home } from '#contract/home.ts'
import type { Organization } from '#contract/organizations.ts'
import type { Site } from '#contract/sites.ts'
import type { Space } from '#contract/spaces.ts'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar, DotStatus, Emoji } from '../../components/ui/marks.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { q } from '../../data/api.ts'
import { useWaitingRequests, waitingLabels } from '../../data/waiting-requests.ts'
import { useBreadcrumbs } from '../../hooks/use-breadcrumbs.ts'
import { statusLabels, statusMarks, subjectLabel } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { Conversations } from './conversations.tsx'
import { FirstSteps } from './first-steps.tsx'
import styles from './home.module.css'
import { changeLabel } from './labels.ts'
import { homeQueries, MAX_CHANGES, ownChangesQuery } from './queries.ts'
import { WaitingAccessRequests, WaitingPages } from './waiting-sections.tsx'

type Props = { organization: Organization; userId: string; isGuest: boolean }

/** What needs the user: the way to a first site, conversations and change requests; then what changed, and the sites. */
export function HomePage({ organization, userId, isGuest }: Props) {
  useBreadcrumbs([], 'Home')
  const queries = homeQueries(organization.id)
  const { data: spaces } = useSuspenseQuery(queries.spaces)
  const { data: sites } = useSuspenseQuery(queries.sites)
  const { data: home } = useSuspenseQuery(queries.home)
  const isNew = organization.permissions.createContent && home.steps.some(({ done }) => !done)
  const recent = spaces.items.filter(({ id }) => home.changes.every(({ space }) => space.id !== id))
  return (
    <>
      <div className="page-head">
        <div className="title-row">
          <h1>Home</h1>
        </div>
      </div>
      <div className={clsx('scroll', styles.root)}>
        {isNew && (
          <FirstSteps
            steps={home.steps}
            organizationId={organization.id}
            spaceId={spaces.items[0]?.id}
            siteId={sites.items[0]?.id}
          />
        )}
        <Conversations conversations={home.conversations} />
        <WaitingAccessRequests organizationId={organization.id} />
        <WaitingPages organizationId={organization.id} userId={userId} />
        <ChangeRequests organizationId={organization.id} userId={userId} />
        <Changes changes={home.changes} />
        {(recent.length > 0 || (spaces.items.length === 0 && !isNew)) && (
          <section aria-labelledby="recent">
            <h2 className={styles.head} id="recent">
              {home.changes.length > 0 ? 'Other spaces' : 'Recently changed spaces'}
            </h2>
            {recent.length === 0 ? <NoSpaces organization={organization} /> : <Spaces spaces={recent} />}
          </section>
        )}
        {(sites.items.length > 0 || !(isGuest || isNew)) && (
          <section aria-labelledby="sites">
            <h2 className={styles.head} id="sites">
              Sites
            </h2>
            {sites.items.length === 0 ? (
              <NoSites organization={organization} />
            ) : (
              <Sites sites={sites.items} organizationId={organization.id} />
            )}
          </section>
        )}
      </div>
    </>
  )
}

/** Spaces that the user works on and others changed; renders nothing if there are none. */
function Changes({ changes }: Pick<Home, 'changes'>) {
  if (changes.length === 0) return null
  return (
    <section aria-labelledby="changes">
      <h2 className={styles.head} id="changes">
        Changed by others in the last 7 days
      </h2>
      <ul className={clsx('rows', styles.rows)}>
        {changes.map((change) => (
          <li className="row" key={change.space.id}>
            <div className="cell">
              {change.space.emoji && <Emoji of={change.space.emoji} />}
              <Link className="title truncate" to={paths.history(change.space.id)}>
                {change.space.title || labels.untitled}
              </Link>
            </div>
            <div className="cell wide soft">
              <span className="truncate">{changeLabel(change)}</span>
            </div>
            <div className="cell cell-end soft num">
              {change.by && (
                <Avatar id={change.by.id} name={change.by.displayName} photo={change.by.photoURL} />
              )}
              <Time at={change.at} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Spaces = ({ spaces }: { spaces: readonly Space[] }) => (
  <ul className={clsx('rows', styles.rows)}>
    {spaces.map((space) => (
      <li className="row" key={space.id}>
        <div className="cell">
          <Emoji of={space.emoji} />
          <Link className="title truncate" to={paths.space(space.id)}>
            {space.title || labels.untitled}
          </Link>
        </div>
        <div className="cell wide soft">
          {space.urls.published && (
            <span className="truncate">{space.urls.published.replace(/^https?:\/\//, '')}</span>
          )}
        </div>
        <div className="cell cell-end soft num">
          <Time at={space.updatedAt} />
        </div>
      </li>
    ))}
  </ul>
)

const Sites = ({ sites, organizationId }: { sites: readonly Site[]; organizationId: string }) => (
  <ul className={clsx('rows', styles.rows)}>
    {sites.map((site) => (
      <li className="row" key={site.id}>
        <div className="cell">
          <Link className="title truncate" to={paths.site(organizationId, site.id)}>
            {site.title}
          </Link>
        </div>
        <div className="cell wide soft">
          {site.published && site.urls.published && (
            <a className={clsx('truncate', styles.siteUrl)} href={site.urls.published}>
              {site.urls.published.replace(/^https?:\/\//, '')}
            </a>
          )}
        </div>
        <div className="cell cell-end">
          {site.published ? <DotStatus tone="success">Live</DotStatus> : <DotStatus>Not published</DotStatus>}
        </div>
      </li>
    ))}
  </ul>
)

const NoSpaces = ({ organization }: { organization: Organization }) => (
  <Empty
    title="No spaces yet"
    actions={
      <Link className={buttonClass('outline')} to={paths.library(organization.id)}>
        <ButtonContent icon={Library}>Open the library</ButtonContent>
      </Link>
    }
  >
    A space contains the pages about one subject, such as a product or a handbook.
  </Empty>
)

const NoSites = ({ organization }: { organization: Organization }) => (
  <Empty
    title="No sites yet"
    actions={
      organization.permissions.createContent && (
        <Link className={buttonClass('outline')} to={paths.sites(organization.id)}>
          <ButtonContent icon={Globe}>Open sites</ButtonContent>
        </Link>
      )
    }
  >
    A site publishes spaces at its own address.
  </Empty>
)

/** Change requests waiting for the user and their own. Empty lists are left out. */
function ChangeRequests({ organizationId, userId }: { organizationId: string; userId: string }) {
  const waiting = useWaitingRequests(organizationId, userId) ?? []
  const own = useQuery(ownChangesQuery(organizationId, userId)).data
  return (
    <>
      {waiting
        .filter(({ count }) => count > 0)
        .map(({ kind, items, count }) => (
          <RequestList
            key={kind}
            title={waitingLabels[kind].title}
            list={{ items: items.slice(0, MAX_CHANGES), count }}
            organizationId={organizationId}
            isWaiting
          />
        ))}
      {own && own.count > 0 && (
        <RequestList title="Your changes" list={own} organizationId={organizationId} />
      )}
    </>
  )
}

type RequestListProps = {
  title: string
  list: { items: readonly ChangeRequest[]; count: number }
  organizationId: string
  isWaiting?: boolean
}

function RequestList({ title, list, organizationId, isWaiting = false }: RequestListProps) {
  const names = useSpaceNames(list.items)
  const id = title.toLowerCase().replace(/[^a-z]+/g, '-')
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.head} id={id}>
        {title}
        <span className="count">{list.count}</span>
        {list.count > list.items.length && (
          <Link
            className={styles.showAll}
            to={isWaiting ? paths.waiting(organizationId) : paths.organizationChanges(organizationId)}
          >
            Show all
          </Link>
        )}
      </h2>
      <ul className={clsx('rows', styles.rows)}>
        {list.items.map((request) => (
          <RequestRow key={request.id} request={request} spaceTitle={names.get(request.space ?? '')} />
        ))}
      </ul>
    </section>
  )
}

function RequestRow({ request, spaceTitle }: { request: ChangeRequest; spaceTitle: string | undefined }) {
  const { number, space, status, createdBy, updatedAt } = request
  const mark = statusMarks[status]
  return (
    <li className="row">
      <div className="cell">
        <span className={clsx('status', mark.tone && `status-${mark.tone}`)}>
          <Icon of={mark.icon} />
          <span className="sr">{statusLabels[status]}</span>
        </span>
        <Link className="title truncate" to={paths.change(space ?? '', number)}>
          {subjectLabel(request)}
        </Link>
        <span className="faint num">#{number}</span>
      </div>
      <div className="cell wide soft">
        <span className="truncate">{spaceTitle}</span>
      </div>
      <div className="cell cell-end soft num">
        <Avatar id={createdBy.id} name={createdBy.displayName} />
        <Time at={updatedAt} />
      </div>
    </li>
  )
}

/** Titles of the spaces that the requests belong to, by id. */
function useSpaceNames(requests: readonly ChangeRequest[]): ReadonlyMap<string, string> {
  const ids = [...new Set(requests.flatMap(({ space }) => space ?? []))]
  const spaces = useQueries({ queries: ids.map((spaceId) => q(api.spaces.get, { params: { spaceId } })) })
  return new Map(spaces.flatMap(({ data }) => (data ? [[data.id, data.title || labels.untitled]] : [])))
}
