import { clsx } from 'clsx'
import { PresentPeople } from '../../../components/presence/present-people.tsx'
import { Avatar } from '../../../components/ui/marks.tsx'
import { Tooltip } from '../../../components/ui/tooltip.tsx'
import type { ContentRef } from '../../../data/content.ts'
import styles from './coediting.module.css'
import type { RemoteCursor } from './people.ts'

type Props = { cursors: readonly RemoteCursor[]; meId: string; onPick: (cursor: RemoteCursor) => void }

/** Who edits the page together with this person, and who else is there. */
export const EditingPeople = ({ at, pageId, ...editing }: Props & { at: ContentRef; pageId: string }) => (
  <>
    <CoeditingPeople {...editing} />
    <PresentPeople
      spaceId={at.spaceId}
      activity="editing"
      page={pageId}
      changeRequest={at.change}
      except={editing.cursors.map(({ user }) => user.id)}
      withWords
    />
  </>
)

/** Who edits the page right now, each in the color of their cursor. A click scrolls to that. */
const CoeditingPeople = ({ cursors, meId, onPick }: Props) => {
  const people = eachOnce(cursors.filter(({ user }) => user.id !== meId))
  if (people.length === 0) return null
  return (
    <ul className={styles.people} aria-label="Editing now">
      {people.map((cursor) => (
        <li key={cursor.user.id}>
          <Tooltip text={cursor.user.displayName}>
            <button
              type="button"
              className={clsx(styles.one, `is-person-${cursor.color}`)}
              onClick={() => onPick(cursor)}
            >
              <span className="sr">Go to the cursor of {cursor.user.displayName}</span>
              <Avatar id={cursor.user.id} name={cursor.user.displayName} photo={cursor.user.photoURL} />
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}

/** One cursor of each person, one in the text if there is any. */
function eachOnce(cursors: readonly RemoteCursor[]): RemoteCursor[] {
  const byUser = new Map<string, RemoteCursor>()
  for (const cursor of cursors) {
    if (!byUser.has(cursor.user.id) || cursor.head !== null) byUser.set(cursor.user.id, cursor)
  }
  return [...byUser.values()]
}
