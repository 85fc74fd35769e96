import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import { q } from '#dashboard/data/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { editingLabel, othersPresent, presentLabel } from './labels.ts'
import styles from './presence.module.css'
import { announcePresence, type PresenceTarget } from './use-presence.ts'

const most = 4
/** Who went without a word is seen to be gone by asking. */
const askEvery = 20_000

type Props = PresenceTarget & {
  /** Names the people who are editing, beside the avatars. */
  withWords?: boolean
}

/** Announces the user's presence and shows who else is here; nothing if no one is. */
export function PresentPeople({ spaceId, activity, page, changeRequest, withWords = false }: Props) {
  const { session } = useRouteContext({ from: '/_app' })
  const client = useQueryClient()
  const query = q(api.presence.list, { params: { spaceId } })
  useEffect(() => {
    const { queryKey } = q(api.presence.list, { params: { spaceId } })
    return announcePresence({ spaceId, activity, page, changeRequest }, (people) =>
      client.setQueryData(queryKey, { people: [...people] }),
    )
  }, [client, spaceId, activity, page, changeRequest])
  const { data } = useQuery({ ...query, refetchInterval: askEvery, retry: false })
  const others = othersPresent(data?.people ?? [], session.user.id, { page, changeRequest })
  const editing = editingLabel(others)
  return (
    <div className={styles.root} role="status">
      {others.length > 0 && (
        <Tooltip text={presentLabel(others)}>
          <button type="button" className={styles.people}>
            <span className="sr">{presentLabel(others)}</span>
            <span className={styles.faces} aria-hidden="true">
              {others.slice(0, most).map(({ user, activity }) => (
                <span
                  key={user.id}
                  className={activity === 'editing' ? clsx(styles.one, 'is-editing') : styles.one}
                >
                  <Avatar id={user.id} name={user.displayName} photo={user.photoURL} />
                </span>
              ))}
              {others.length > most && <span className="meta faint num">+{others.length - most}</span>}
            </span>
          </button>
        </Tooltip>
      )}
      {withWords && editing && (
        <span className={clsx('status meta', styles.words)}>
          <Icon of={Pencil} size="s" />
          <span className="truncate">{editing}</span>
        </span>
      )}
    </div>
  )
}
