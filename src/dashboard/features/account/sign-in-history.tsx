import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Check, CircleAlert } from 'lucide-react'
import type { SignInEvent } from '#contract/sign-ins.ts'
import { Button } from '../../components/ui/button.tsx'
import { Status } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { itemsOf } from '../../data/api.ts'
import { browserLabel } from '../../lib/browser-label.ts'
import styles from './account.module.css'
import { methodLabel, outcomeLabels } from './labels.ts'
import { signInEventsQuery } from './queries.ts'

/** The latest sign-ins and failed attempts, and what to do about one that was someone else. */
export function SignInHistory() {
  const query = useSuspenseInfiniteQuery(signInEventsQuery)
  const events = itemsOf(query.data)
  return (
    <section className={styles.history} aria-labelledby="account-history">
      <div className="section-head">
        <h2 id="account-history">Sign-in history</h2>
      </div>
      <p className="soft">
        The last 90 days. Wasn’t you? Change your password and sign out all other browsers above, then check
        your passkeys and your authenticator app.
      </p>
      {events.length === 0 && <p className="faint">No sign-ins yet.</p>}
      <ul className={styles.events} aria-label="Sign-in history">
        {events.map((event) => (
          <li key={event.id}>
            <EventLine event={event} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <div>
          <Button
            variant="outline"
            aria-busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

const EventLine = ({ event }: { event: SignInEvent }) => (
  <>
    {event.outcome === 'signed-in' ? (
      <Status icon={Check}>{outcomeLabels[event.outcome]}</Status>
    ) : (
      <Status icon={CircleAlert} tone="warning">
        {outcomeLabels[event.outcome]}
      </Status>
    )}
    <span className="soft truncate">{methodLabel(event)}</span>
    <span className="soft truncate" title={event.userAgent}>
      {browserLabel(event.userAgent)}
    </span>
    <span className="faint num truncate">{event.ip}</span>
    <span className="faint num">
      <Time at={event.createdAt} />
    </span>
  </>
)
