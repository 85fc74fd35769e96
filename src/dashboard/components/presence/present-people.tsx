import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import { requestPath } from '#contract/client.ts'
import type { PresentUser } from '#contract/presence.ts'
import { callApi, q } from '../../data/api.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { Icon } from '../ui/icon.tsx'
import { Avatar } from '../ui/marks.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import styles from './presence.module.css'

const MAX_AVATARS = 4
/** Who went without a word is seen to be gone by asking. */
const REFETCH_MS = 20_000

type Props = PresenceTarget & {
  /** Names the people who are editing, next to the avatars. */
  withWords?: boolean
  /** Ids of people who are shown elsewhere. */
  except?: readonly string[]
}

/** Announces the user's presence and shows who else is here; nothing if no one is. */
export function PresentPeople({
  spaceId,
  activity,
  page,
  changeRequest,
  withWords = false,
  except = [],
}: Props) {
  const session = useRouteContext({ from: '/_app', select: (context) => context.session })
  const isPainted = useIsPainted()
  const client = useQueryClient()
  const query = q(api.presence.list, { params: { spaceId } })
  useEffect(() => {
    if (!isPainted) return
    const { queryKey } = q(api.presence.list, { params: { spaceId } })
    return announcePresence({ spaceId, activity, page, changeRequest }, (people) =>
      client.setQueryData(queryKey, { people: [...people] }),
    )
  }, [isPainted, client, spaceId, activity, page, changeRequest])
  const { data } = useQuery({ ...query, enabled: isPainted, refetchInterval: REFETCH_MS, retry: false })
  const others = othersPresent(data?.people ?? [], session.user.id, { page, changeRequest }).filter(
    ({ user }) => !except.includes(user.id),
  )
  const editing = editingLabel(others)
  return (
    <div className={styles.root} role="status">
      {others.length > 0 && (
        <Tooltip text={presentLabel(others)}>
          <button type="button" className={styles.people}>
            <span className="sr">{presentLabel(others)}</span>
            <span className={styles.faces} aria-hidden="true">
              {others.slice(0, MAX_AVATARS).map(({ user, activity }) => (
                <span
                  key={user.id}
                  className={activity === 'editing' ? clsx(styles.one, 'is-editing') : styles.one}
                >
                  <Avatar id={user.id} name={user.displayName} photo={user.photoURL} />
                </span>
              ))}
              {others.length > MAX_AVATARS && (
                <span className="meta faint num">+{others.length - MAX_AVATARS}</span>
              )}
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

/** Where the user is, and whether they are editing. */
type PresenceTarget = {
  readonly spaceId: string
  readonly activity: PresentUser['activity']
  readonly page?: string | undefined
  readonly changeRequest?: string | undefined
}

type OnPresence = (people: readonly PresentUser[]) => void

/** Sent well before the server counts a user as gone. */
const HEARTBEAT_MS = 15_000
/** Going from one page to the next is no leaving. */
const LEAVE_DELAY_MS = 400

/** This window, for as long as it is open. */
const clientId = [...crypto.getRandomValues(new Uint8Array(12))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('')

type Announcement = { readonly target: PresenceTarget; readonly onPeople: OnPresence }

/** The mounted views that have a target; the innermost one, mounted last, is announced. */
const announcements: Announcement[] = []
let timer: number | undefined
let leaving: number | undefined
/** The space this window was last announced in. */
let toldIn: string | undefined

/** Announces regularly that this window is at a target, until the returned function is called. */
function announcePresence(target: PresenceTarget, onPeople: OnPresence): () => void {
  const mine = { target, onPeople }
  announcements.push(mine)
  void beat()
  return () => {
    announcements.splice(announcements.indexOf(mine), 1)
    window.clearTimeout(leaving)
    leaving = window.setTimeout(() => (announcements.length === 0 ? sayLeft() : void beat()), LEAVE_DELAY_MS)
  }
}

async function beat(): Promise<void> {
  window.clearTimeout(timer)
  const mine = announcements.at(-1)
  if (mine === undefined || document.visibilityState === 'hidden') return
  const { spaceId, activity, page, changeRequest } = mine.target
  if (toldIn !== undefined && toldIn !== spaceId) sayLeft()
  toldIn = spaceId
  timer = window.setTimeout(() => void beat(), HEARTBEAT_MS)
  try {
    const body = { activity, ...(page ? { page } : {}), ...(changeRequest ? { changeRequest } : {}) }
    const { people } = await callApi(
      api.presence.put,
      { params: { spaceId, clientId }, body },
      { isBackground: true },
    )
    if (announcements.includes(mine)) mine.onPeople(people)
  } catch {
    // Presence is not essential: if it can't be sent, the next heartbeat sends it.
  }
}

/** Outlives the page like a beacon, which could not send the header that a session requires. */
function sayLeft(): void {
  window.clearTimeout(timer)
  if (toldIn === undefined) return
  const headers = { 'x-lectern': '1' }
  const address = requestPath(api.presence.delete, { spaceId: toldIn, clientId })
  toldIn = undefined
  fetch(address, { method: 'DELETE', keepalive: true, credentials: 'same-origin', headers }).catch(
    () => undefined,
  )
}

window.addEventListener('pagehide', sayLeft)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sayLeft()
  else void beat()
})

/** What is looked at: a page of the space, of a change request, or all of a change request. */
type PresenceFilter = {
  readonly page?: string | undefined
  readonly changeRequest?: string | undefined
}

/** The other people at a target, each once, editors first. */
export function othersPresent(
  people: readonly PresentUser[],
  meId: string,
  { page, changeRequest }: PresenceFilter,
): PresentUser[] {
  const there = people.filter(
    (one) =>
      one.user.id !== meId &&
      one.changeRequest === changeRequest &&
      (page === undefined || one.page === page),
  )
  const byUser = new Map<string, PresentUser>()
  for (const one of there) {
    const known = byUser.get(one.user.id)
    if (known === undefined || (known.activity === 'reading' && one.activity === 'editing'))
      byUser.set(one.user.id, one)
  }
  return [...byUser.values()].sort(
    (a, b) => rank(a) - rank(b) || (a.user.displayName < b.user.displayName ? -1 : 1),
  )
}

const rank = ({ activity }: PresentUser): number => (activity === 'editing' ? 0 : 1)

/** `Ada is editing this page`, `Ada and 2 others are editing this page`; undefined if no one is. */
export function editingLabel(people: readonly PresentUser[]): string | undefined {
  const names = people.filter(({ activity }) => activity === 'editing').map(({ user }) => user.displayName)
  const [first, second] = names
  if (first === undefined) return undefined
  if (second === undefined) return `${first} is editing this page`
  if (names.length === 2) return `${first} and ${second} are editing this page`
  return `${first} and ${names.length - 1} others are editing this page`
}

/** `Here now: Ada, editing; Bo` */
const presentLabel = (people: readonly PresentUser[]): string =>
  `Here now: ${people.map(({ user, activity }) => user.displayName + (activity === 'editing' ? ' (editing)' : '')).join(', ')}`
