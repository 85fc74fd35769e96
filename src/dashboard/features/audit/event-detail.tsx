import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { api } from '#contract/api.ts'
import { type AuditEventDetail, auditActions } from '#contract/audit-events.ts'
import { isSame } from '../../components/merge-fields.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { formatExact } from '../../components/ui/time.tsx'
import { callApi, isApiError, keyOf } from '../../data/api.ts'
import { errorMessage } from '../../data/query-client.ts'
import { useActions, useShortcuts } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './audit.module.css'
import {
  actorName,
  type EntityRef,
  type FormattedValue,
  fieldLabel,
  formatValue,
  sourceLabels,
  targetLabels,
  targetName,
  targetPath,
} from './labels.ts'
import { useUndoEvent } from './mutations.ts'
import { currentStateQuery, eventQuery } from './queries.ts'
import { planUndo, type Side, type Undo, valuesIn } from './undo.ts'

type Props = { organizationId: string; id: string; onClose: () => void }

/** One event next to the log: its facts, its changes and undo. */
export function EventDetail({ organizationId, id, onClose }: Props) {
  const head = useRef<HTMLHeadingElement>(null)
  const { data: event, error, refetch } = useQuery({ ...eventQuery(organizationId, id), retry: false })
  useShortcuts([{ keys: 'escape', label: 'Close the event', group: 'On this page', run: onClose }])
  // Opened from the list, the event takes the focus. Opened by URL, the focus stays at the top of the page.
  const exists = event !== undefined
  useEffect(() => {
    if (exists && document.activeElement !== document.body) head.current?.focus()
  }, [exists, id])
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
          title="Couldn’t load this event"
          reason={isApiError(error, 404) ? 'It isn’t in this organization’s log.' : errorMessage(error)}
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
      {event && <EventBody key={event.id} organizationId={organizationId} event={event} />}
    </aside>
  )
}

function EventBody({ organizationId, event }: { organizationId: string; event: AuditEventDetail }) {
  const currentState = useQuery({ ...currentStateQuery(organizationId, event), retry: false })
  const exists = currentState.data !== null
  const isInTrash = typeof currentState.data?.fields.deletedAt === 'string'
  const path = isInTrash ? paths.trash(organizationId) : targetPath(organizationId, event.target)
  return (
    <div className={styles.body}>
      <dl className="facts">
        <Fact name={targetLabels[event.target.type]}>
          {path && exists ? (
            <Link className="link truncate" to={path}>
              {targetName(event.target)}
            </Link>
          ) : (
            <span className="truncate">{targetName(event.target)}</span>
          )}
          {!exists && <span className="faint nowrap">was deleted</span>}
          {isInTrash && <span className="faint nowrap">is in the trash</span>}
        </Fact>
        <Fact name="Who">{actorName(event.actor)}</Fact>
        <Fact name="When">
          <time dateTime={event.occurredAt}>{formatExact(new Date(event.occurredAt))}</time>
        </Fact>
        <Fact name="Through">{sourceLabels[event.source]}</Fact>
        {event.correlationId && (
          <Fact name="Request">
            <span className="mono truncate">{event.correlationId}</span>
          </Fact>
        )}
      </dl>
      <section aria-labelledby="event-changes">
        <h3 id="event-changes">Changes</h3>
        <Changes organizationId={organizationId} event={event} />
      </section>
      <section aria-labelledby="event-undo">
        <h3 id="event-undo">Undo</h3>
        {currentState.isPending && <Bone width="40%" />}
        {currentState.isError && (
          <p className="soft">
            Couldn’t check whether this can be undone: {errorMessage(currentState.error)}
          </p>
        )}
        {currentState.isSuccess && (
          <UndoSection event={event} undo={planUndo(organizationId, event, currentState.data)} />
        )}
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
  if (!before && !after) return <p className="soft">No values were recorded.</p>
  return <ChangesTable organizationId={organizationId} event={event} />
}

function UndoSection({ event, undo }: { event: AuditEventDetail; undo: Undo }) {
  const undoMutation = useUndoEvent(event)
  const run = () => {
    if (undo.can && !undoMutation.isPending) undoMutation.mutate(undo.calls)
  }
  useActions(
    undo.can ? [{ id: 'undo-event', label: `Undo “${auditActions[event.action]}”`, icon: Undo2, run }] : [],
  )
  if (!undo.can) return <p className="soft">{undo.why}</p>
  return (
    <>
      <p className="soft">Nothing has changed since, so you can undo this. The log records the undo too.</p>
      <div>
        <Button variant="outline" icon={Undo2} aria-busy={undoMutation.isPending} onClick={run}>
          Undo this
        </Button>
      </div>
    </>
  )
}

type ChangesTableProps = { organizationId: string; event: AuditEventDetail }

/** The changed fields of an event, before and after. */
function ChangesTable({ organizationId, event: { payload, action } }: ChangesTableProps) {
  const [before, after] = [payload.before, payload.after].map((side) => side && fieldsOf(action, side))
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const visibleNames = names.filter((name) => !(before && after) || !isSame(before[name], after[name]))
  if (visibleNames.length === 0) return null
  // For team members and custom fields the keys are ids of users and names of fields.
  const nameOf = (name: string) =>
    action === 'team.members' ? (
      <EntityTitle organizationId={organizationId} entity={{ kind: 'user', id: name }} />
    ) : action === 'space.fields' ? (
      name
    ) : (
      fieldLabel(name)
    )
  const valueOf = (name: string, value: unknown) => (
    <Value
      organizationId={organizationId}
      formatted={formatValue(action === 'team.members' ? 'role' : name, value)}
    />
  )
  return (
    <dl className={styles.changes}>
      {visibleNames.map((name) => (
        <div key={name}>
          <dt>{nameOf(name)}</dt>
          {before && name in before && (
            <dd className={after ? 'is-old' : undefined}>
              <span className="sr">{after ? 'Before: ' : ''}</span>
              {valueOf(name, before[name])}
            </dd>
          )}
          {after && name in after && (
            <dd>
              <span className="sr">{before ? 'After: ' : ''}</span>
              {valueOf(name, after[name])}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** Values of custom fields are logged as they are sent: nested under the name of the field. */
function fieldsOf(action: AuditEventDetail['action'], side: Side): Side {
  return action === 'space.fields' ? valuesIn(side) : side
}

function Value({ organizationId, formatted }: { organizationId: string; formatted: FormattedValue }) {
  if ('text' in formatted) return <>{formatted.text}</>
  if ('entity' in formatted) return <EntityTitle organizationId={organizationId} entity={formatted.entity} />
  return (
    <ul>
      {formatted.list.map(({ value, detail }, at) => (
        <li key={at}>
          <Value organizationId={organizationId} formatted={value} />
          {detail !== undefined && <span className="faint"> {detail}</span>}
        </li>
      ))}
    </ul>
  )
}

type EntityTitleProps = { organizationId: string; entity: EntityRef }

/** The current title of an entity, or its id if it no longer exists. */
function EntityTitle({ organizationId, entity }: EntityTitleProps) {
  const { data, isPending } = useQuery({ ...titleQuery(organizationId, entity), retry: false })
  if (isPending) return <span className="faint">…</span>
  return data === undefined ? <span className="mono">{entity.id}</span> : data || labels.untitled
}

/** The title, cached for a minute under the resource it belongs to. */
const titleQuery = (organizationId: string, { kind, id }: EntityRef) =>
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

async function readTitle(organizationId: string, { kind, id }: EntityRef): Promise<string> {
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
