import { Link } from '@tanstack/react-router'
import { Keyboard, LogOut, PanelLeft, Server, UserRound } from 'lucide-react'
import { memo, useSyncExternalStore } from 'react'
import type { User } from '#contract/users.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar } from '../../components/ui/marks.tsx'
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuOption,
  MenuOptions,
  MenuSeparator,
} from '../../components/ui/menu.tsx'
import { useSignOut } from '../../data/session.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { paths } from '../../lib/paths.ts'
import { onTheme, setTheme, theme } from '../../lib/theme.ts'

type AccountMenuProps = {
  user: User
  isOperator: boolean
  isRail: boolean
  onToggleRail: () => void
  onShortcuts: () => void
}

/** Theme, keyboard shortcuts and sign-out. */
export const AccountMenu = memo(
  ({ user, isOperator, isRail, onToggleRail, onShortcuts }: AccountMenuProps) => {
    const selected = useSyncExternalStore(onTheme, theme)
    const isNarrow = useIsNarrow()
    const signOut = useSignOut()
    const trigger = (
      <button className="nav-item" type="button">
        <Avatar id={user.id} name={user.displayName} photo={user.photoURL} />
        <span className={isRail ? 'sr' : 'truncate'}>{user.displayName}</span>
        <span className="sr">, account</span>
      </button>
    )
    return (
      <Menu trigger={trigger} align="start" side={isNarrow ? 'bottom' : 'top'}>
        {user.email && <MenuLabel>{user.email}</MenuLabel>}
        <MenuOptions value={selected} onChange={setTheme}>
          <MenuOption value="light">Light</MenuOption>
          <MenuOption value="dark">Dark</MenuOption>
          <MenuOption value="system">System</MenuOption>
        </MenuOptions>
        <MenuSeparator />
        <MenuLink>
          <Link to={paths.account}>
            <Icon of={UserRound} />
            Your account
          </Link>
        </MenuLink>
        {isOperator && (
          <MenuLink>
            <Link to={paths.system}>
              <Icon of={Server} />
              System
            </Link>
          </MenuLink>
        )}
        {!isNarrow && (
          <MenuItem icon={PanelLeft} keys="[" onSelect={onToggleRail}>
            {isRail ? 'Expand the sidebar' : 'Collapse the sidebar'}
          </MenuItem>
        )}
        <MenuItem icon={Keyboard} keys="?" onSelect={onShortcuts}>
          Keyboard shortcuts
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={LogOut} onSelect={signOut}>
          Sign out
        </MenuItem>
      </Menu>
    )
  },
)
