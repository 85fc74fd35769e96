import type { AccessSource } from '#contract/access-permissions.ts'
import { accessSourceLabel, roleNames } from '../lib/role-labels.ts'
import styles from './access-sources.module.css'
import { Badge } from './ui/marks.tsx'

/** Why someone has a role: every source of access, the strongest first and highlighted. */
export const AccessSources = ({ sources }: { sources: readonly AccessSource[] }) => (
  <ul className={styles.sources} aria-label="Source of the role">
    {sources.map((source) => (
      <li
        key={`${source.via} ${source.on.id} ${source.team?.id}`}
        className={source.wins ? 'is-force' : undefined}
      >
        <span>{source.role === null ? 'No access' : roleNames[source.role]}</span>
        <span>{accessSourceLabel(source)}</span>
        {source.wins && <Badge tone="ink">Effective</Badge>}
      </li>
    ))}
  </ul>
)
