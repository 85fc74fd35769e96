import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { type AuditEventDetail, auditActions } from '#contract/audit-events.ts'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Bone } from '../../components/ui/skeleton.tsx'
import { Failed } from '../../components/ui/states.tsx'
import { exactOf } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { isRefusal } from '../../lib/api.ts'
import { places } from '../../lib/places.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { words } from '../../lib/words.ts'
import { eventQuery, presentQuery } from './audit-queries.ts'
import { ChangesTable } from './changes-table.tsx'
import { actorName, placeOf, sourceNames, targetName, targetNames } from './target-words.ts'
import { type Undo, undoOf } from './undo-of.ts'
import { useUndoing } from './use-undoing.ts'

type Props = { organizationId: string; id: string; onClose: () => void }

/** One event beside the log: what it was, what it changed, and the way back. */
export function EventDetail({ organizationId, id, onClose }: Props) {
  const head = useRef<HTMLHeadingElement>(null)
  const { data: event, error, refetch } = useQuery({ ...eventQuery(organizationId, id), retry: false })
  useKeys([{ keys: 'escape', label: 'Close the event', group: 'On this page', act: onClose }])
  // Who opened it from the list reads on here; who came by its address begins at the top of the page.
  const isThere = event !== undefined
  useEffect(() => {
    if (isThere && document.activeElement !== document.body) head.current?.focus()
  }, [isThere, id])
  return (
    <aside className="pane aud-detail" aria-label="Event">
      <div className="pane-head">
        <h2 ref={head} tabIndex={-1} className="truncate">
          {event ? auditActions[event.action] : 'Event'}
        </h2>
        <span className="grow" />
        <IconButton label={words.close} icon={X} keys="escape" className="btn-plain" onClick={onClose} />
      </div>
      {error && (
        <Failed
          title="This event could not be loaded"
          reason={isRefusal(error, 404) ? 'It is not in the log of this organization.' : reasonOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!event && !error && (
        <div className="aud-body" role="status" aria-label={words.loading}>
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
  const place = isInTrash ? places.trash(organizationId) : placeOf(organizationId, event.target)
  return (
    <div className="aud-body">
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
          <p className="soft">Whether it can be taken back is not known: {reasonOf(present.error)}</p>
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
  useActs(
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
