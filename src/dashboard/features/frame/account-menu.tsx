import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Keyboard, LogOut, PanelLeft } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { api } from '#contract/api.ts'
import type { User } from '#contract/users.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuOption,
  MenuOptions,
  MenuSeparator,
} from '../../components/ui/menu.tsx'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { useApi } from '../../lib/api.ts'
import { onTheme, setTheme, theme } from '../../lib/theme.ts'

type Props = { user: User; isRail: boolean; onFold: () => void; onKeys: () => void }

/** Who one is: theme, keys, the way out. */
export function AccountMenu({ user, isRail, onFold, onKeys }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const chosen = useSyncExternalStore(onTheme, theme)
  const isNarrow = useIsNarrow()
  const signOut = useApi(api.sessions.signOut, {
    onSuccess: async () => {
      await navigate({ to: '/sign-in' })
      client.clear()
    },
  })
  const trigger = (
    <button className="nav-item" type="button">
      <Avatar id={user.id} name={user.displayName} />
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
      {!isNarrow && (
        <MenuItem icon={PanelLeft} keys="[" onSelect={onFold}>
          {isRail ? 'Widen the sidebar' : 'Narrow the sidebar'}
        </MenuItem>
      )}
      <MenuItem icon={Keyboard} keys="?" onSelect={onKeys}>
        All keys
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => signOut.mutate({})}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
