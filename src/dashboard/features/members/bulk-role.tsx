import { Shield } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Menu, MenuOption, MenuOptions } from '../../components/ui/menu.tsx'
import type { MemberRole } from '../../lib/role-words.ts'
import { roleChoices } from './standing.ts'

/** The role that all who are selected are given. */
export const BulkRole = ({ onChoose }: { onChoose: (role: MemberRole) => void }) => (
  <Menu
    align="start"
    side="top"
    trigger={
      <Button look="bare" icon={Shield}>
        Change role
      </Button>
    }
  >
    <MenuOptions<MemberRole | ''> value="" onChange={(role) => role !== '' && onChoose(role)}>
      {roleChoices(false).map(({ value, label, help }) => (
        <MenuOption key={value} value={value} help={help}>
          {label}
        </MenuOption>
      ))}
    </MenuOptions>
  </Menu>
)
