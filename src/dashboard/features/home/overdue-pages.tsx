import { useQuery } from '@tanstack/react-query'
import { OverdueRows } from '../../components/page-freshness/overdue-rows.tsx'
import { overduePagesQuery } from '../../data/page-freshness.ts'
import styles from './home.module.css'

const MAX_PAGES = 8

/** Pages of the user whose review date has passed; renders nothing if there are none. */
export function OverduePages({ organizationId, userId }: { organizationId: string; userId: string }) {
  const { data } = useQuery(overduePagesQuery(organizationId, { owner: userId, limit: MAX_PAGES }))
  if (!data || data.count === 0) return null
  return (
    <section aria-labelledby="overdue-pages">
      <h2 className={styles.head} id="overdue-pages">
        Pages to review
        <span className="count">{data.count}</span>
      </h2>
      <OverdueRows pages={data.items} detail="space" />
    </section>
  )
}
