import type { AccessSource } from '#contract/access-permissions.ts'
import { accessSourceLabel } from '../lib/access-labels.ts'
import { roleNames } from '../lib/role-labels.ts'
import styles from './access-sources.module.css'
import { Badge } from './ui/marks.tsx'

/** Why somebody has a role somewhere: every way to one, the strongest first and marked. */
export const AccessSources = ({ ways }: { ways: readonly AccessSource[] }) => (
  <ul className={styles.ways} aria-label="Where the role comes from">
    {ways.map((way) => (
      <li key={`${way.via} ${way.on.id} ${way.team?.id}`} className={way.wins ? 'is-force' : undefined}>
        <span>{way.role === null ? 'No access' : roleNames[way.role]}</span>
        <span>{accessSourceLabel(way)}</span>
        {way.wins && <Badge tone="ink">In force</Badge>}
      </li>
    ))}
  </ul>
)
