import type { AccessSource } from '#contract/access-permissions.ts'
import { accessSourceLabel } from '../lib/access-labels.ts'
import { roleNames } from '../lib/role-labels.ts'
import styles from './access-sources.module.css'
import { Badge } from './ui/marks.tsx'

/** Why someone has a role: every source of access, the strongest first and highlighted. */
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
