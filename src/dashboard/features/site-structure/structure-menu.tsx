import { Link } from '@tanstack/react-router'
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
import { places } from '../../lib/places.ts'
import { words } from '../../lib/words.ts'
import type { StructureRow } from './structure-rows.ts'

export type RowActs = {
  rename: () => void
  onPath: () => void
  onCondition: () => void
  onMoveTo: () => void
  onEdit: () => void
  onAdd: () => void
  onDefault: () => void
  onTakeOut: () => void
  onRemove: () => void
  /** Absent where no space can be made. */
  onDuplicate: (() => void) | undefined
  /** Title of the group it stands in. */
  groupTitle: string | undefined
}

/** What can be done with a row. */
export function RowMenu({ row, ...acts }: { row: StructureRow } & RowActs) {
  const { part } = row
  if (part.object === 'site-section-group') return <GroupItems row={row} {...acts} />
  const isSection = part.object === 'site-section'
  return (
    <>
      <OpenItems row={row} />
      {isSection && (
        <MenuItem icon={Pencil} keys="f2" onSelect={acts.rename}>
          Rename
        </MenuItem>
      )}
      <MenuItem icon={LinkIcon} keys="p" onSelect={acts.onPath}>
        Change path
      </MenuItem>
      <MenuItem icon={Eye} keys="w" onSelect={acts.onCondition}>
        {part.condition ? 'Change the condition' : 'Show it only to some'}
      </MenuItem>
      <MenuItem icon={SlidersHorizontal} keys="e" onSelect={acts.onEdit}>
        {isSection ? 'Icon, description, condition…' : 'Path and condition…'}
      </MenuItem>
      {isSection && (
        <MenuItem icon={Plus} onSelect={acts.onAdd}>
          Add spaces to it…
        </MenuItem>
      )}
      {row.hasChoice && part.default !== true && (
        <MenuItem icon={Star} onSelect={acts.onDefault}>
          {isSection ? 'Make it the default section' : 'Make it the default'}
        </MenuItem>
      )}
      {part.object === 'site-space' && acts.onDuplicate && (
        <MenuItem icon={Copy} disabledReason={whyNotCopied(part)} onSelect={acts.onDuplicate}>
          Duplicate
        </MenuItem>
      )}
      <MenuItem icon={MoveIcon} keys="m" onSelect={acts.onMoveTo}>
        {isSection ? 'Move into a group…' : 'Move into a section…'}
      </MenuItem>
      {acts.groupTitle !== undefined && (
        <MenuItem icon={CornerLeftUp} onSelect={acts.onTakeOut}>
          Take out of {words.quoted(acts.groupTitle)}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} keys="delete" danger disabledReason={row.keptBecause} onSelect={acts.onRemove}>
        Remove from the site
      </MenuItem>
      {row.keptBecause && <p className="menu-label menu-why">{row.keptBecause}</p>}
    </>
  )
}

const whyNotCopied = ({ space }: SiteSpace): string | undefined =>
  space.permissions.admin ? undefined : 'For that you need the role create in the space.'

const GroupItems = ({ rename, onEdit, onAdd, onRemove }: { row: StructureRow } & RowActs) => (
  <>
    <MenuItem icon={Pencil} keys="f2" onSelect={rename}>
      Rename
    </MenuItem>
    <MenuItem icon={SlidersHorizontal} keys="e" onSelect={onEdit}>
      Title and icon…
    </MenuItem>
    <MenuItem icon={Plus} onSelect={onAdd}>
      Add sections to it…
    </MenuItem>
    <MenuSeparator />
    <MenuItem icon={Trash2} keys="delete" danger onSelect={onRemove}>
      Dissolve the group
    </MenuItem>
  </>
)

/** The ways to the space behind a row and to what readers see of it. */
export function OpenItems({ row: { part } }: { row: StructureRow }) {
  if (part.object === 'site-section-group') return null
  const only =
    part.object === 'site-space' ? part : part.siteSpaces.length === 1 ? part.siteSpaces[0] : undefined
  const mayOpen = only?.space.permissions.view === true
  const published = part.urls.published
  return (
    <>
      {only && mayOpen && (
        <MenuLink>
          <Link to={places.space(only.space.id)}>
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
