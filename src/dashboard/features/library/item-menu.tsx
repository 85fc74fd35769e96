import { Link } from '@tanstack/react-router'
import {
  Copy,
  Download,
  Eye,
  FolderPlus,
  KeyRound,
  Move,
  Pencil,
  Plus,
  SlidersHorizontal,
  SquareCheck,
  Trash2,
} from 'lucide-react'
import type { LibraryItem } from '#contract/library.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { PinItem } from '../../components/use-pins.tsx'
import { exportMarkdown } from '../../data/exports.ts'

export type ItemMenuProps = {
  item: LibraryItem
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
export function Items({ item, ...actions }: ItemMenuProps) {
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
            New space inside
          </MenuItem>
          <MenuItem icon={FolderPlus} onSelect={() => actions.onNew('collection')}>
            New collection inside
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      {!isCollection && (
        <PinItem organizationId={item.organization} kind="space" id={item.id} title={item.title} />
      )}
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
