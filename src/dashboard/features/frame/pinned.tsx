import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import type { Pin } from '#contract/pins.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Emoji } from '../../components/ui/marks.tsx'
import { pinsQuery } from '../../components/use-pins.tsx'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'

/** The spaces and sites that the user has pinned, with the open change requests of each space. */
export function Pinned({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(pinsQuery(organizationId))
  if (!data || data.items.length === 0) return null
  return (
    <nav className="nav" aria-labelledby="pinned">
      <h2 className="nav-head" id="pinned">
        Pinned
      </h2>
      {data.items.map((pin) => (
        <PinLink key={pin.id} pin={pin} organizationId={organizationId} />
      ))}
    </nav>
  )
}

function PinLink({ pin, organizationId }: { pin: Pin; organizationId: string }) {
  const isSpace = pin.kind === 'space'
  const to = isSpace ? paths.space(pin.id) : paths.siteOverview(organizationId, pin.id)
  const isCurrent = useRouterState({
    select: ({ location }) => location.pathname === to || location.pathname.startsWith(`${to}/`),
  })
  return (
    <Link className="nav-item is-sub" to={to} aria-current={isCurrent ? 'page' : undefined} activeProps={{}}>
      {isSpace ? pin.emoji && <Emoji of={pin.emoji} /> : <Icon of={Globe} />}
      <span className="truncate">{pin.title || labels.untitled}</span>
      {pin.changeRequestsOpen > 0 && (
        <span className="count">
          {pin.changeRequestsOpen}
          <span className="sr"> open change requests</span>
        </span>
      )}
    </Link>
  )
}
