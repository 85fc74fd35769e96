import { ChevronDown, FileText, Layers, Library, PanelTop, Plus } from 'lucide-react'
import { Icon } from '../../components/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import type { OnSearch } from './structure-search.ts'

type Props = { hasSections: boolean; onSearch: OnSearch }

/** What can be added to a site. */
export const AddMenu = ({ hasSections, onSearch }: Props) => (
  <Menu
    trigger={
      <button type="button" className="btn btn-line">
        <Icon of={Plus} />
        <span>Add</span>
        <Icon of={ChevronDown} size="xs" />
      </button>
    }
  >
    <MenuItem icon={Library} keys="l" onSelect={() => onSearch({ add: 'library' })}>
      From the library
    </MenuItem>
    <MenuSeparator />
    {hasSections ? (
      <>
        <MenuItem icon={PanelTop} keys="c" onSelect={() => onSearch({ add: 'section' })}>
          Section…
        </MenuItem>
        <MenuItem icon={Layers} onSelect={() => onSearch({ add: 'group' })}>
          Group…
        </MenuItem>
        <MenuItem icon={FileText} onSelect={() => onSearch({ add: 'space' })}>
          Space in a section…
        </MenuItem>
      </>
    ) : (
      <>
        <MenuItem icon={FileText} keys="c" onSelect={() => onSearch({ add: 'space' })}>
          Space…
        </MenuItem>
        <MenuItem icon={PanelTop} onSelect={() => onSearch({ add: 'section' })}>
          Split into sections…
        </MenuItem>
      </>
    )}
  </Menu>
)
