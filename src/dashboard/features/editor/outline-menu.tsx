import type { EditorView } from '@codemirror/view'
import { ListTree } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../components/ui/menu.tsx'
import { headingsIn } from './headings-in.ts'
import { goTo } from './source-view.ts'

/** The headings of what is written, to jump to. */
export function OutlineMenu({ view, text }: { view: RefObject<EditorView | null>; text: string }) {
  const headings = headingsIn(text)
  return (
    <Menu
      keepsFocus={() => true}
      trigger={<IconButton small tip={false} className="btn-plain" icon={ListTree} label="Outline" />}
    >
      {headings.length === 0 && <MenuLabel>No headings yet</MenuLabel>}
      {headings.map(({ title, level, at }) => (
        <MenuItem key={at} onSelect={() => view.current && goTo(view.current, at)}>
          <span className={`truncate ed-outline-${Math.min(level, 4)}`}>{title}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
