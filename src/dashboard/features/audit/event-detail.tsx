import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { api } from '#contract/api.ts'
import { type AuditEventDetail, auditActions } from '#contract/audit-events.ts'
import { isSame } from '#dashboard/components/merge-fields.ts'
import { Button } from '#dashboard/components/ui/button.tsx'
import { IconButton } from '#dashboard/components/ui/icon-button.tsx'
import { Bone } from '#dashboard/components/ui/skeleton.tsx'
import { Failed } from '#dashboard/components/ui/states.tsx'
import { exactOf } from '#dashboard/components/ui/time.tsx'
import { callApi, isApiError, keyOf } from '#dashboard/data/api.ts'
import { errorMessage } from '#dashboard/data/query-client.ts'
import { useActions } from '#dashboard/hooks/use-actions.ts'
import { useShortcuts } from '#dashboard/hooks/use-shortcuts.ts'
import { labels } from '#dashboard/lib/labels.ts'
import { paths } from '#dashboard/lib/paths.ts'
import styles from './audit.module.css'
import {
  actorName,
  memberName,
  type Named,
  placeOf,
  type Said,
  saidValue,
  sourceNames,
  targetName,
  targetNames,
} from './labels.ts'
import { useUndoing } from './mutations.ts'
import { eventQuery, presentQuery } from './queries.ts'
import { type Side, type Undo, undoOf, valuesIn } from './undo.ts'

type Props = { organizationId: string; id: string; onClose: () => void }

/** One event beside the log: what it was, what it changed, and the way back. */
export function EventDetail({ organizationId, id, onClose }: Props) {
  const head = useRef<HTMLHeadingElement>(null)
  const { data: event, error, refetch } = useQuery({ ...eventQuery(organizationId, id), retry: false })
  useShortcuts([{ keys: 'escape', label: 'Close the event', group: 'On this page', run: onClose }])
  // Who opened it from the list reads on here; who came by its address begins at the top of the page.
  const isThere = event !== undefined
  useEffect(() => {
    if (isThere && document.activeElement !== document.body) head.current?.focus()
  }, [isThere, id])
  return (
    <aside className={clsx('pane', styles.detail)} aria-label="Event">
      <div className="pane-head">
        <h2 ref={head} tabIndex={-1} className="truncate">
          {event ? auditActions[event.action] : 'Event'}
        </h2>
        <span className="grow" />
        <IconButton label={labels.close} icon={X} keys="escape" className="btn-plain" onClick={onClose} />
      </div>
      {error && (
        <Failed
          title="This event could not be loaded"
          reason={isApiError(error, 404) ? 'It is not in the log of this organization.' : errorMessage(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!event && !error && (
        <div className={styles.body} role="status" aria-label={labels.loading}>
          <Bone width="70%" />
          <Bone width="50%" />
          <Bone width="60%" />
        </div>
      )}
      {event && <Body key={event.id} organizationId={organizationId} event={event} />}
    </aside>
  )
}

function Body({ organizationId, event }: { organizationId: string; event: AuditEventDetail }) {
  const present = useQuery({ ...presentQuery(organizationId, event), retry: false })
  const isThere = present.data !== null
  const isInTrash = typeof present.data?.members.deletedAt === 'string'
  const place = isInTrash ? paths.trash(organizationId) : placeOf(organizationId, event.target)
  return (
    <div className={styles.body}>
      <dl className="facts">
        <Fact name={targetNames[event.target.type]}>
          {place && isThere ? (
            <Link className="link truncate" to={place}>
              {targetName(event.target)}
            </Link>
          ) : (
            <span className="truncate">{targetName(event.target)}</span>
          )}
          {!isThere && <span className="faint nowrap">is gone</span>}
          {isInTrash && <span className="faint nowrap">is in the trash</span>}
        </Fact>
        <Fact name="Who">{actorName(event.actor)}</Fact>
        <Fact name="When">
          <time dateTime={event.occurredAt}>{exactOf(new Date(event.occurredAt))}</time>
        </Fact>
        <Fact name="Through">{sourceNames[event.source]}</Fact>
        {event.correlationId && (
          <Fact name="Request">
            <span className="mono truncate">{event.correlationId}</span>
          </Fact>
        )}
      </dl>
      <section aria-labelledby="event-changes">
        <h3 id="event-changes">What it changed</h3>
        <Changes organizationId={organizationId} event={event} />
      </section>
      <section aria-labelledby="event-undo">
        <h3 id="event-undo">Undo</h3>
        {present.isPending && <Bone width="40%" />}
        {present.isError && (
          <p className="soft">Whether it can be taken back is not known: {errorMessage(present.error)}</p>
        )}
        {present.isSuccess && <Undoing event={event} undo={undoOf(organizationId, event, present.data)} />}
      </section>
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Changes({ organizationId, event }: { organizationId: string; event: AuditEventDetail }) {
  const { before, after } = event.payload
  if (!before && !after) return <p className="soft">No values were written down with it.</p>
  return <ChangesTable organizationId={organizationId} event={event} />
}

function Undoing({ event, undo }: { event: AuditEventDetail; undo: Undo }) {
  const undoing = useUndoing(event)
  const run = () => {
    if (undo.can && !undoing.isPending) undoing.mutate(undo.calls)
  }
  useActions(
    undo.can
      ? [{ id: 'undo-event', label: `Take back “${auditActions[event.action]}”`, icon: Undo2, run }]
      : [],
  )
  if (!undo.can) return <p className="soft">{undo.why}</p>
  return (
    <>
      <p className="soft">What it wrote still stands, so it can be taken back. That is written down, too.</p>
      <div>
        <Button look="line" icon={Undo2} aria-busy={undoing.isPending} onClick={run}>
          Undo this
        </Button>
      </div>
    </>
  )
}

type ChangesTableProps = { organizationId: string; event: AuditEventDetail }

/** What an act changed, member by member, before and after. */
function ChangesTable({ organizationId, event: { payload, action } }: ChangesTableProps) {
  const [before, after] = [payload.before, payload.after].map((side) => side && membersOf(action, side))
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const shown = names.filter((name) => !(before && after) || !isSame(before[name], after[name]))
  if (shown.length === 0) return null
  // In a team and in the fields of a space the names are those of people and of fields.
  const nameOf = (name: string) =>
    action === 'team.members' ? (
      <NamedThing organizationId={organizationId} named={{ kind: 'user', id: name }} />
    ) : action === 'space.fields' ? (
      name
    ) : (
      memberName(name)
    )
  const say = (name: string, value: unknown) => (
    <Words
      organizationId={organizationId}
      said={saidValue(action === 'team.members' ? 'role' : name, value)}
    />
  )
  return (
    <dl className={styles.changes}>
      {shown.map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          {before && name in before && (
            <dd className={after ? 'is-old' : undefined}>
              <span className="sr">{after ? 'Before: ' : ''}</span>
              {say(name, before[name])}
            </dd>
          )}
          {after && name in after && (
            <dd>
              <span className="sr">{before ? 'After: ' : ''}</span>
              {say(name, after[name])}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** The values of a space are written down as they are sent: by the name of the field. */
function membersOf(action: AuditEventDetail['action'], side: Side): Side {
  return action === 'space.fields' ? valuesIn(side) : side
}

function Words({ organizationId, said }: { organizationId: string; said: Said }) {
  if ('text' in said) return <>{said.text}</>
  if ('named' in said) return <NamedThing organizationId={organizationId} named={said.named} />
  return (
    <ul>
      {said.list.map(({ of, is }, at) => (
        <li key={at}>
          <Words organizationId={organizationId} said={of} />
          {is !== undefined && <span className="faint"> {is}</span>}
        </li>
      ))}
    </ul>
  )
}

type NamedThingProps = { organizationId: string; named: Named }

/** What an id stands for, by its present name; the id itself where it is gone. */
function NamedThing({ organizationId, named }: NamedThingProps) {
  const { data, isPending } = useQuery({ ...titleQuery(organizationId, named), retry: false })
  if (isPending) return <span className="faint">…</span>
  return data === undefined ? <span className="mono">{named.id}</span> : data || labels.untitled
}

/** Its title, known for a while under the resource it is of. */
const titleQuery = (organizationId: string, { kind, id }: Named) =>
  queryOptions({
    queryKey: [...keyOf(routes[kind], id), 'title'],
    queryFn: () => readTitle(organizationId, { kind, id }),
    staleTime: 60_000,
  })

const routes = {
  user: api.users.get,
  team: api.teams.get,
  space: api.spaces.get,
  collection: api.collections.get,
  site: api.sites.get,
  organization: api.organizations.get,
} as const

async function readTitle(organizationId: string, { kind, id }: Named): Promise<string> {
  switch (kind) {
    case 'user':
      return (await callApi(routes.user, { params: { userId: id } })).displayName
    case 'team':
      return (await callApi(routes.team, { params: { organizationId, teamId: id } })).title
    case 'space':
      return (await callApi(routes.space, { params: { spaceId: id } })).title
    case 'collection':
      return (await callApi(routes.collection, { params: { collectionId: id } })).title
    case 'site':
      return (await callApi(routes.site, { params: { organizationId, siteId: id } })).title
    case 'organization':
      return (await callApi(routes.organization, { params: { organizationId: id } })).title
  }
}
