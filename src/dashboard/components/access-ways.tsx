import type { AccessWay } from '#contract/shared/access.ts'
import { wayInWords } from '../lib/access-words.ts'
import { roleNames } from '../lib/role-words.ts'
import { Badge } from './ui/marks.tsx'
import './access-ways.css'

/** Why somebody has a role somewhere: every way to one, the strongest first and marked. */
export const AccessWays = ({ ways }: { ways: readonly AccessWay[] }) => (
  <ul className="ways" aria-label="Where the role comes from">
    {ways.map((way) => (
      <li key={`${way.via} ${way.on.id} ${way.team?.id}`} className={way.wins ? 'is-force' : undefined}>
        <span>{way.role === null ? 'No access' : roleNames[way.role]}</span>
        <span>{wayInWords(way)}</span>
        {way.wins && <Badge tone="ink">In force</Badge>}
      </li>
    ))}
  </ul>
)
