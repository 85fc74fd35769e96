import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  ArrowUpRight,
  BookOpen,
  Copy,
  CornerLeftUp,
  Eye,
  Link as LinkIcon,
  Move as MoveIcon,
  Pencil,
  Plus,
  SlidersHorizontal,
  Star,
  Trash2,
} from 'lucide-react'
import type { SiteSpace } from '#contract/site-spaces.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './structure.module.css'
import type { StructureRow } from './structure-rows.ts'

export type RowMenuProps = {
  rename: () => void
  onPath: () => void
  onCondition: () => void
  onMoveTo: () => void
  onEdit: () => void
  onAdd: () => void
  onDefault: () => void
  onTakeOut: () => void
  onRemove: () => void
  /** Absent in a plan. */
  onDuplicate: (() => void) | undefined
  /** The title of its group. */
  groupTitle: string | undefined
}

/** The actions of a row. */
export function RowMenu({ row, ...actions }: { row: StructureRow } & RowMenuProps) {
  const { node } = row
  if (node.object === 'site-section-group') return <GroupItems row={row} {...actions} />
  const isSection = node.object === 'site-section'
  return (
    <>
      <OpenItems row={row} />
      {isSection && (
        <MenuItem icon={Pencil} keys="f2" onSelect={actions.rename}>
          Rename
        </MenuItem>
      )}
      <MenuItem icon={LinkIcon} keys="p" onSelect={actions.onPath}>
        Change path
      </MenuItem>
      <MenuItem icon={Eye} keys="w" onSelect={actions.onCondition}>
        {node.condition ? 'Edit condition' : 'Show to some visitors only'}
      </MenuItem>
      <MenuItem icon={SlidersHorizontal} keys="e" onSelect={actions.onEdit}>
        {isSection ? 'Icon, description, condition…' : 'Path and condition…'}
      </MenuItem>
      {isSection && (
        <MenuItem icon={Plus} onSelect={actions.onAdd}>
          Add spaces…
        </MenuItem>
      )}
      {row.hasChoice && node.default !== true && (
        <MenuItem icon={Star} onSelect={actions.onDefault}>
          {isSection ? 'Make default section' : 'Make default'}
        </MenuItem>
      )}
      {node.object === 'site-space' && actions.onDuplicate && (
        <MenuItem icon={Copy} disabledReason={duplicateRefusal(node)} onSelect={actions.onDuplicate}>
          Duplicate
        </MenuItem>
      )}
      <MenuItem icon={MoveIcon} keys="m" onSelect={actions.onMoveTo}>
        {isSection ? 'Move into a group…' : 'Move into a section…'}
      </MenuItem>
      {actions.groupTitle !== undefined && (
        <MenuItem icon={CornerLeftUp} onSelect={actions.onTakeOut}>
          Move out of {labels.quoted(actions.groupTitle)}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        keys="delete"
        danger
        disabledReason={row.removalRefusal}
        onSelect={actions.onRemove}
      >
        Remove from the site
      </MenuItem>
      {row.removalRefusal && <p className={clsx('menu-label', styles.menuReason)}>{row.removalRefusal}</p>}
    </>
  )
}

const duplicateRefusal = ({ space }: SiteSpace): string | undefined =>
  space.permissions.admin ? undefined : 'You need the Create role in the space.'

const GroupItems = ({ rename, onEdit, onAdd, onRemove }: { row: StructureRow } & RowMenuProps) => (
  <>
    <MenuItem icon={Pencil} keys="f2" onSelect={rename}>
      Rename
    </MenuItem>
    <MenuItem icon={SlidersHorizontal} keys="e" onSelect={onEdit}>
      Title and icon…
    </MenuItem>
    <MenuItem icon={Plus} onSelect={onAdd}>
      Add sections…
    </MenuItem>
    <MenuSeparator />
    <MenuItem icon={Trash2} keys="delete" danger onSelect={onRemove}>
      Ungroup
    </MenuItem>
  </>
)

/** Links to the space of a row and to its published pages. */
export function OpenItems({ row: { node } }: { row: StructureRow }) {
  if (node.object === 'site-section-group') return null
  const only =
    node.object === 'site-space' ? node : node.siteSpaces.length === 1 ? node.siteSpaces[0] : undefined
  const mayOpen = only?.space.permissions.view === true
  const published = node.urls.published
  return (
    <>
      {only && mayOpen && (
        <MenuLink>
          <Link to={paths.space(only.space.id)}>
            <Icon of={BookOpen} />
            Open the space
          </Link>
        </MenuLink>
      )}
      {published && (
        <MenuLink>
          <a href={published} target="_blank" rel="noreferrer">
            <Icon of={ArrowUpRight} />
            Open on the site
          </a>
        </MenuLink>
      )}
      {(mayOpen || published) && <MenuSeparator />}
    </>
  )
}
