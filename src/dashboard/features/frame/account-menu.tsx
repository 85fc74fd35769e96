import { Link } from '@tanstack/react-router'
import { Keyboard, LogOut, PanelLeft, UserRound } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { User } from '#contract/users.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuLink,
  MenuOption,
  MenuOptions,
  MenuSeparator,
} from '../../components/ui/menu.tsx'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { places } from '../../lib/places.ts'
import { onTheme, setTheme, theme } from '../../lib/theme.ts'
import { useSignOut } from './use-sign-out.ts'

type Props = { user: User; isRail: boolean; onFold: () => void; onKeys: () => void }

/** Who one is: theme, keys, the way out. */
export function AccountMenu({ user, isRail, onFold, onKeys }: Props) {
  const chosen = useSyncExternalStore(onTheme, theme)
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
      <MenuOptions value={chosen} onChange={setTheme}>
        <MenuOption value="light">Light</MenuOption>
        <MenuOption value="dark">Dark</MenuOption>
        <MenuOption value="system">As the system</MenuOption>
      </MenuOptions>
      <MenuSeparator />
      <MenuLink>
        <Link to={places.account}>
          <Icon of={UserRound} />
          Your account
        </Link>
      </MenuLink>
      {!isNarrow && (
        <MenuItem icon={PanelLeft} keys="[" onSelect={onFold}>
          {isRail ? 'Widen the sidebar' : 'Narrow the sidebar'}
        </MenuItem>
      )}
      <MenuItem icon={Keyboard} keys="?" onSelect={onKeys}>
        All keys
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
