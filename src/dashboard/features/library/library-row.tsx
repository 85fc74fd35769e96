import { clsx } from 'clsx'
import { CircleDot, Folder, FolderOpen, Lock } from 'lucide-react'
import { useState } from 'react'
import type { LibraryItem } from '#contract/library.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Space } from '#contract/spaces.ts'
import type { User } from '#contract/users.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar, characterOf, Emoji, Status } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useOnDemand } from '../../hooks/use-on-demand.ts'
import { onDemand } from '../../lib/on-demand.ts'
import type { ItemMenuProps } from './item-menu.tsx'
import { formatSiteAddress } from './labels.ts'
import styles from './library.module.css'
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

/**
 * The cells after the name. `nameOf` returns the title of the collection or organization a level is inherited from.
 */
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
      {item.updatedBy && <Editor by={item.updatedBy} />}
      {item.updatedAt && <Time at={item.updatedAt} />}
    </div>
  </>
)

const Editor = ({ by: { id, displayName, photoURL } }: { by: User }) => (
  <span className="line" title={`By ${displayName}`}>
    <Avatar id={id} name={displayName} photo={photoURL} />
    <span className="sr">By {displayName}, </span>
  </span>
)

/** Its own level; an inherited one is faint and names its source. */
function DefaultAccess({ item, nameOf }: { item: LibraryItem; nameOf: (id: string) => string | undefined }) {
  const level = item.defaultLevel === null ? 'None' : levels[item.defaultLevel]
  const from = item.defaultLevelFrom
  if (!from || from.id === item.id) return <span>{level}</span>
  if (from.type === 'organization') {
    return <span className="sr">According to their role in the organization</span>
  }
  const name = nameOf(from.id)
  return (
    <span className="faint" title={name ? `Inherited from ${name}` : 'Inherited'}>
      {level}
    </span>
  )
}

const PublishedOn = ({ url }: { url: string }) => (
  <a className={clsx('truncate', styles.site)} href={url} title={url} target="_blank" rel="noreferrer">
    {formatSiteAddress(url, window.location.origin)}
    <span className="sr">, opens the site</span>
  </a>
)

/** Marks items that have no default access. */
export const RestrictedMark = ({ item }: { item: LibraryItem }) =>
  item.defaultLevel === null && item.defaultLevelFrom?.id === item.id ? (
    <span className={clsx('status meta faint', styles.lock)}>
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

/** The folder of a collection or the emoji of a space, which opens a picker if the caller can change it. */
export function ItemLead({ item, isOpen, onEmoji }: LeadProps) {
  if (item.object === 'collection') return <Icon of={isOpen ? FolderOpen : Folder} className="kind" />
  if (!onEmoji || !item.permissions.admin) return <Emoji of={item.emoji} />
  return <EmojiButton item={item} onEmoji={onEmoji} />
}

const emojiPicker = onDemand(() => import('../../components/ui/emoji-picker.tsx'))

/** Mounts the picker on the first click: one picker per row would make scrolling slow. */
function EmojiButton({ item, onEmoji }: { item: Space; onEmoji: (item: Space, emoji: string) => void }) {
  const [isRequested, setIsRequested] = useState(false)
  const label = `Emoji of ${titleOf(item)}`
  if (!isRequested) {
    return (
      <button
        type="button"
        className={styles.emoji}
        tabIndex={-1}
        aria-label={`${label}: ${characterOf(item.emoji)}`}
        onPointerEnter={emojiPicker.prefetch}
        onClick={() => emojiPicker.whenLoaded(() => setIsRequested(true))}
      >
        <Emoji of={item.emoji} />
      </button>
    )
  }
  const { EmojiPicker } = emojiPicker.get()
  return (
    <EmojiPicker
      className={clsx(styles.emoji)}
      tabIndex={-1}
      startsOpen
      label={label}
      value={item.emoji}
      onChange={(emoji) => onEmoji(item, emoji)}
    />
  )
}

const itemMenu = onDemand(() => import('./item-menu.tsx'))

/** Loads the menu of the rows once the first view is there. */
export const usePrefetchedItemMenu = (isFirstViewLoaded: boolean): void =>
  void useOnDemand(itemMenu, isFirstViewLoaded)

/** The actions of a row that the caller's permissions allow. */
export function ItemMenu(props: ItemMenuProps) {
  const Items = useOnDemand(itemMenu)?.Items
  return Items && <Items {...props} />
}
