import { Link } from '@tanstack/react-router'
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { type Team, teamTitle } from '#contract/teams.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { InlineRename } from '../../components/ui/inline-rename.tsx'
import { Keys } from '../../components/ui/kbd.tsx'
import { MenuItem, MenuLink, MenuSeparator } from '../../components/ui/menu.tsx'
import { Time } from '../../components/ui/time.tsx'

type CellsProps = {
  team: Team
  to: string
  isCurrent: boolean
  isRenaming: boolean
  /** null takes it back. */
  onRename: (title: string | null) => void
}

/** One row of the list of teams. */
export const TeamCells = ({ team, to, isCurrent, isRenaming, onRename }: CellsProps) => (
  <>
    <div className="cell" role="gridcell">
      {isRenaming ? (
        <InlineRename
          label={`New title of ${team.title}`}
          value={team.title}
          maxLength={teamTitle.maxLength ?? 64}
          onSave={onRename}
          onCancel={() => onRename(null)}
        />
      ) : (
        <Link className="title name truncate" to={to} tabIndex={isCurrent ? 0 : -1}>
          {team.title}
        </Link>
      )}
    </div>
    <div className="cell cell-end soft num" role="gridcell">
      {team.members}
      <span className="narrow">{team.members === 1 ? 'member' : 'members'}</span>
    </div>
    <div className="cell cell-end wide soft num" role="gridcell">
      {team.spaces}
    </div>
    <div className="cell cell-end wide soft num" role="gridcell">
      <Time at={team.createdAt} />
    </div>
  </>
)

type MenuProps = { team: Team; to: string; onRename: () => void; onRemove: () => void }

/** What can be done with a team, by those who manage it. */
export const TeamMenu = ({ team, to, onRename, onRemove }: MenuProps) => (
  <>
    <MenuLink>
      <Link to={to}>
        <Icon of={Eye} />
        Open
        <Keys of="enter" />
      </Link>
    </MenuLink>
    {team.permissions.admin && (
      <>
        <MenuItem icon={Pencil} keys="f2" onSelect={onRename}>
          Rename
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} keys="delete" danger onSelect={onRemove}>
          Delete…
        </MenuItem>
      </>
    )}
  </>
)
