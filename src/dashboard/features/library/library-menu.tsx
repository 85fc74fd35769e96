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
import { exportMarkdown } from '../../lib/exporting.ts'

export type MenuActs = {
  to: string
  accessTo: string
  rename: () => void
  onEdit: () => void
  onMove: () => void
  onSelect: () => void
  onRemove: () => void
  onDuplicate: () => void
  onNew: (what: 'space' | 'collection') => void
}

/** What can be done with a row; nothing is offered that its permissions refuse. */
export function ItemMenu({ item, ...acts }: { item: LibraryItem } & MenuActs) {
  const isCollection = item.object === 'collection'
  return (
    <>
      <MenuLink>
        <Link to={acts.to}>
          <Icon of={Eye} />
          Open
          <Keys of="enter" />
        </Link>
      </MenuLink>
      {isCollection && item.permissions.create && (
        <>
          <MenuItem icon={Plus} onSelect={() => acts.onNew('space')}>
            New space in it
          </MenuItem>
          <MenuItem icon={FolderPlus} onSelect={() => acts.onNew('collection')}>
            New collection in it
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={Pencil} keys="f2" onSelect={acts.rename}>
        Rename
      </MenuItem>
      <MenuItem icon={SlidersHorizontal} keys="e" onSelect={acts.onEdit}>
        {isCollection ? 'Title and description…' : 'Title and emoji…'}
      </MenuItem>
      {!isCollection && (
        <MenuItem icon={Copy} onSelect={acts.onDuplicate}>
          Duplicate
        </MenuItem>
      )}
      <MenuItem icon={Move} keys="m" onSelect={acts.onMove}>
        Move to…
      </MenuItem>
      <MenuLink>
        <Link to={acts.accessTo}>
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
      <MenuItem icon={SquareCheck} keys="x" onSelect={acts.onSelect}>
        Select
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} keys="delete" danger onSelect={acts.onRemove}>
        {isCollection ? 'Delete…' : 'Move to trash'}
      </MenuItem>
    </>
  )
}
