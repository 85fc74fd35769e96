import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import { Icon } from '../../components/ui/icon.tsx'
import { overduePagesQuery } from '../../data/page-freshness.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import styles from './space.module.css'
import type { Content } from './space-content.ts'

const MAX_MARKS = 1000

/** The overdue pages of a space for people who can edit it, by id; none in change requests. */
export function useOverduePages({ space, at }: Content): ReadonlySet<string> {
  const isPainted = useIsPainted()
  const enabled = isPainted && space.permissions.edit && at.change === undefined
  const query = overduePagesQuery(space.organization, { space: space.id, limit: MAX_MARKS })
  const { data } = useQuery({ ...query, enabled, retry: false })
  return useMemo(() => new Set(enabled ? data?.items.map(({ page }) => page.id) : []), [enabled, data])
}

/** Marks an overdue page in the tree. */
export const OverdueMark = () => (
  <span className={`i-faint line ${styles.mark}`} title="Overdue for review">
    <Icon of={CalendarClock} size="s" />
    <span className="sr">, overdue for review</span>
  </span>
)
