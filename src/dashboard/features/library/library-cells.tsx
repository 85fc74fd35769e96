import { CircleDot, Folder, FolderOpen, Lock } from 'lucide-react'
import { useState } from 'react'
import type { LibraryItem } from '#contract/library.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Space } from '#contract/spaces.ts'
import { EmojiPicker } from '../../components/ui/emoji-picker.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { characterOf, Emoji, Status } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { addressInWords } from './address-in-words.ts'
import { titleOf } from './library-rows.ts'

const levels: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  create: 'Create',
  review: 'Review',
  edit: 'Edit',
  comment: 'Comment',
  read: 'Read',
}

export const columns = [
  { head: 'Name' },
  { head: 'Default access', className: 'wide' },
  { head: 'Open changes' },
  { head: 'Published on', className: 'wide' },
  { head: 'Updated', className: 'wide' },
  { head: <span className="sr">Actions</span> },
]

/** The cells after the name. `nameOf` gives the title of the collection or organization a level comes from. */
export const ItemCells = ({
  item,
  nameOf,
}: {
  item: LibraryItem
  nameOf: (id: string) => string | undefined
}) => (
  <>
    <div className="cell wide" role="gridcell">
      <DefaultAccess item={item} nameOf={nameOf} />
    </div>
    <div className="cell num" role="gridcell">
      {item.object === 'space' && item.changeRequestsOpen > 0 && (
        <Status tone="open" icon={CircleDot}>
          {item.changeRequestsOpen}
          <span className="sr"> open changes</span>
        </Status>
      )}
    </div>
    <div className="cell wide soft" role="gridcell">
      {item.object === 'space' && item.urls.published && <PublishedOn url={item.urls.published} />}
    </div>
    <div className="cell wide soft num" role="gridcell">
      {item.updatedAt && <Time at={item.updatedAt} />}
    </div>
  </>
)

/** Its own level in ink; one from further up faint, with the name of where it is set. */
function DefaultAccess({ item, nameOf }: { item: LibraryItem; nameOf: (id: string) => string | undefined }) {
  const level = item.defaultLevel === null ? 'None' : levels[item.defaultLevel]
  const from = item.defaultLevelFrom
  if (!from || from.id === item.id) return <span>{level}</span>
  if (from.type === 'organization') {
    return (
      <span className="faint" title="Everybody has their role in the organization here">
        By role
      </span>
    )
  }
  const name = nameOf(from.id)
  return (
    <span className="faint" title={name ? `Inherited from ${name}` : 'Inherited'}>
      {level}
    </span>
  )
}

const PublishedOn = ({ url }: { url: string }) => (
  <a className="truncate lib-site" href={url} title={url} target="_blank" rel="noreferrer">
    {addressInWords(url, window.location.origin)}
    <span className="sr">, opens the site</span>
  </a>
)

/** Who is let in, beside the title, when nobody is by default. */
export const NamedOnly = ({ item }: { item: LibraryItem }) =>
  item.defaultLevel === null && item.defaultLevelFrom?.id === item.id ? (
    <span className="status meta faint lib-lock">
      <Icon of={Lock} size="xs" />
      <span className="wide">Named people only</span>
      <span className="narrow sr">Named people only</span>
    </span>
  ) : null

type LeadProps = {
  item: LibraryItem
  isOpen: boolean
  onEmoji?: ((item: Space, emoji: string) => void) | undefined
}

/** A collection's folder or a space's emoji, which is a button for those who may change it. */
export function ItemLead({ item, isOpen, onEmoji }: LeadProps) {
  if (item.object === 'collection') return <Icon of={isOpen ? FolderOpen : Folder} className="kind" />
  if (!onEmoji || !item.permissions.admin) return <Emoji of={item.emoji} />
  return <EmojiSpot item={item} onEmoji={onEmoji} />
}

/** The picker is made when it is asked for; thousands of rows would be slow to scroll with one each. */
function EmojiSpot({ item, onEmoji }: { item: Space; onEmoji: (item: Space, emoji: string) => void }) {
  const [isAsked, setIsAsked] = useState(false)
  const label = `Emoji of ${titleOf(item)}`
  if (!isAsked) {
    return (
      <button
        type="button"
        className="lib-emoji"
        tabIndex={-1}
        aria-label={`${label}: ${characterOf(item.emoji)}`}
        onClick={() => setIsAsked(true)}
      >
        <Emoji of={item.emoji} />
      </button>
    )
  }
  return (
    <EmojiPicker
      className="lib-emoji"
      tabIndex={-1}
      startsOpen
      label={label}
      value={item.emoji}
      onChange={(emoji) => onEmoji(item, emoji)}
    />
  )
}
