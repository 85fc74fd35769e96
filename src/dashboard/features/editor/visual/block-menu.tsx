import { useNavigate } from '@tanstack/react-router'
import {
  ArrowDown,
  ArrowUp,
  Code,
  Copy,
  GripVertical,
  Heading2,
  Heading3,
  Info,
  Link,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  MessageSquarePlus,
  Pilcrow,
  Repeat2,
  TextQuote,
  Trash2,
} from 'lucide-react'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useRef } from 'react'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { IconButton } from '../../../components/ui/button.tsx'
import { copyText } from '../../../components/ui/copy.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import { addressOfBlock, pageAddress, withAnchor } from './block-address.ts'
import { type BlockTarget, canConvert, convertBlock } from './block-conversions.ts'
import { deleteBlock, duplicateBlock, moveBlock } from './commands.ts'
import type { VisualDocument } from './visual-document.ts'

const conversions: readonly (readonly [LucideIcon, string, BlockTarget])[] = [
  [Pilcrow, 'Turn into text', 'paragraph'],
  [Heading2, 'Turn into heading 2', 'heading2'],
  [Heading3, 'Turn into heading 3', 'heading3'],
  [List, 'Turn into bulleted list', 'bulletList'],
  [ListOrdered, 'Turn into numbered list', 'orderedList'],
  [ListTodo, 'Turn into task list', 'taskList'],
  [TextQuote, 'Turn into quote', 'blockquote'],
  [Info, 'Turn into hint', 'hint'],
  [Code, 'Turn into code', 'codeBlock'],
]

type Props = {
  view: EditorView
  /** Where the block begins. */
  at: number | null
  document: () => VisualDocument | null
  pageContext: LinkContext
  /** Runs a command in the block. */
  run: (command: Command) => void
  onTurnIntoReusable: () => void
}

/** What can be done with a block. Conversions that are not possible are left out. */
export function BlockMenu({ view, at, document, pageContext, run: runIn, onTurnIntoReusable }: Props) {
  const navigate = useNavigate()
  const hasMovedFocus = useRef(false)
  const run = (command: Command) => {
    hasMovedFocus.current = true
    runIn(command)
  }
  const address = pageAddress(pageContext)
  const placeOf = () => {
    const opened = document()
    return at === null || opened === null ? undefined : addressOfBlock(opened, view, at)
  }
  const copyLink = () => {
    if (address === undefined) return
    hasMovedFocus.current = true
    view.focus()
    const to = withAnchor(address, placeOf()?.anchor)
    void copyText(new URL(to, location.origin).href, 'Copied the link')
  }
  const comment = () => {
    const key = placeOf()?.key
    if (address !== undefined && key !== undefined)
      void navigate({ to: address, search: { comments: 'open', commentOn: key } })
  }
  return (
    <Menu
      trigger={
        <IconButton small className="btn-plain" icon={GripVertical} label="Move or change this block" />
      }
      onOpenChange={() => {
        hasMovedFocus.current = false
      }}
      keepsFocus={() => hasMovedFocus.current}
    >
      <Conversions view={view} at={at} run={run} />
      <MenuItem icon={ArrowUp} keys="alt+arrowup" onSelect={() => run(moveBlock(-1))}>
        Move up
      </MenuItem>
      <MenuItem icon={ArrowDown} keys="alt+arrowdown" onSelect={() => run(moveBlock(1))}>
        Move down
      </MenuItem>
      <MenuItem icon={Copy} keys="mod+d" onSelect={() => run(duplicateBlock)}>
        Duplicate
      </MenuItem>
      <MenuItem icon={Repeat2} onSelect={onTurnIntoReusable}>
        Turn into reusable content…
      </MenuItem>
      {address !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem icon={Link} onSelect={copyLink}>
            Copy link to this section
          </MenuItem>
          <MenuItem icon={MessageSquarePlus} onSelect={comment}>
            Comment on this block
          </MenuItem>
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} onSelect={() => run(deleteBlock)}>
        Delete
      </MenuItem>
    </Menu>
  )
}

type ConversionProps = Pick<Props, 'view' | 'at' | 'run'>

/** Rendered while the menu is open, so that typing doesn’t look at what a block could become. */
function Conversions({ view, at, run }: ConversionProps) {
  const node = at === null ? null : view.state.doc.nodeAt(at)
  const possible = node === null ? [] : conversions.filter(([, , target]) => canConvert(node, target))
  if (possible.length === 0) return null
  return (
    <>
      {possible.map(([icon, label, target]) => (
        <MenuItem key={target} icon={icon} onSelect={() => run(convertBlock(target))}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
    </>
  )
}
