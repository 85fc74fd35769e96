import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  CircleDot,
  Copy,
  Download,
  Eye,
  Folder,
  FolderOpen,
  FolderPlus,
  KeyRound,
  Lock,
  Move,
  Pencil,
  Plus,
  SlidersHorizontal,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import type { LibraryItem } from '#contract/library.ts'
import type { Role } from '#contract/shared/permissions.ts'
import type { Space } from '#contract/spaces.ts'
import { EmojiPicker } from '../../components/ui/emoji-picker.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { characterOf, Emoji, Status } from '../../components/ui/marks.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { Time } from '../../components/ui/time.tsx'
import { exportMarkdown } from '../../data/exports.ts'
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
      {item.updatedAt && <Time at={item.updatedAt} />}
    </div>
  </>
)

/** Its own level; an inherited one is faint and names its source. */
function DefaultAccess({ item, nameOf }: { item: LibraryItem; nameOf: (id: string) => string | undefined }) {
  const level = item.defaultLevel === null ? 'None' : levels[item.defaultLevel]
  const from = item.defaultLevelFrom
  if (!from || from.id === item.id) return <span>{level}</span>
  if (from.type === 'organization') {
    return <span className="sr">By role in the organization</span>
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
        onClick={() => setIsRequested(true)}
      >
        <Emoji of={item.emoji} />
      </button>
    )
  }
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

type ItemMenuActions = {
  to: string
  accessTo: string
  rename: () => void
  onEdit: () => void
  onMove: () => void
  onSelect: () => void
  onRemove: () => void
  onDuplicate: () => void
  onNew: (kind: 'space' | 'collection') => void
}

/** The actions of a row that the caller's permissions allow. */
export function ItemMenu({ item, ...actions }: { item: LibraryItem } & ItemMenuActions) {
  const isCollection = item.object === 'collection'
  return (
    <>
      <MenuLink>
        <Link to={actions.to}>
          <Icon of={Eye} />
          Open
          <Keys of="enter" />
        </Link>
      </MenuLink>
      {isCollection && item.permissions.create && (
        <>
          <MenuItem icon={Plus} onSelect={() => actions.onNew('space')}>
            New space in it
          </MenuItem>
          <MenuItem icon={FolderPlus} onSelect={() => actions.onNew('collection')}>
            New collection in it
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={Pencil} keys="f2" onSelect={actions.rename}>
        Rename
      </MenuItem>
      <MenuItem icon={SlidersHorizontal} keys="e" onSelect={actions.onEdit}>
        {isCollection ? 'Title and description…' : 'Title and emoji…'}
      </MenuItem>
      {!isCollection && (
        <MenuItem icon={Copy} onSelect={actions.onDuplicate}>
          Duplicate
        </MenuItem>
      )}
      <MenuItem icon={Move} keys="m" onSelect={actions.onMove}>
        Move to…
      </MenuItem>
      <MenuLink>
        <Link to={actions.accessTo}>
          <Icon of={KeyRound} />
          Access
        </Link>
      </MenuLink>
      <MenuItem
        icon={Download}
        onSelect={() => exportMarkdown({ kind: item.object, id: item.id, title: item.title })}
      >
        Export as Markdown
      </MenuItem>
      <MenuItem icon={SquareCheck} keys="x" onSelect={actions.onSelect}>
        Select
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} keys="delete" danger onSelect={actions.onRemove}>
        {isCollection ? 'Delete…' : 'Move to trash'}
      </MenuItem>
    </>
  )
}
