import { openSearchPanel } from '@codemirror/search'
import type { EditorView } from '@codemirror/view'
import {
  Bold,
  Code,
  Heading2,
  Image,
  Info,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Maximize2,
  Minimize2,
  MoveHorizontal,
  Plus,
  Search,
  Table,
} from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { counted } from '../../lib/words.ts'
import { openBlocks } from './completions.ts'
import type { Format } from './format.ts'
import { OutlineMenu } from './outline-menu.tsx'
import { format } from './source-view.ts'
import type { useRoom } from './use-room.ts'

type Tool = { name: Format | 'image' | 'block' | 'find'; label: string; icon: LucideIcon; keys?: string }

const tools: readonly Tool[] = [
  { name: 'block', label: 'Insert a block', icon: Plus, keys: '/' },
  { name: 'heading', label: 'Heading', icon: Heading2 },
  { name: 'bold', label: 'Bold', icon: Bold, keys: 'mod+b' },
  { name: 'italic', label: 'Italic', icon: Italic, keys: 'mod+i' },
  { name: 'link', label: 'Link', icon: Link, keys: 'mod+k' },
  { name: 'list', label: 'List', icon: List },
  { name: 'numbered', label: 'Numbered list', icon: ListOrdered },
  { name: 'table', label: 'Table', icon: Table },
  { name: 'code', label: 'Code', icon: Code },
  { name: 'image', label: 'Image or file', icon: Image },
  { name: 'hint', label: 'Hint', icon: Info },
  { name: 'find', label: 'Find and replace', icon: Search, keys: 'mod+f' },
]

type Props = {
  view: RefObject<EditorView | null>
  text: string
  words: number
  room: ReturnType<typeof useRoom>
  isOff: boolean
  onPickFiles: () => void
}

/** Buttons for what Markdown is seldom known by heart for. Arrows walk along them. */
export function Toolbar({ view, text, words, room, isOff, onPickFiles }: Props) {
  const [current, setCurrent] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (current + step + tools.length) % tools.length
    setCurrent(next)
    bar.current?.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }
  const run = (name: Tool['name']) => {
    if (isOff || !view.current) return
    if (name === 'image') onPickFiles()
    else if (name === 'block') openBlocks(view.current)
    else if (name === 'find') openSearchPanel(view.current)
    else format(view.current, name)
  }
  return (
    <div className="ed-bar">
      <div className="ed-tools" role="toolbar" aria-label="Format" ref={bar} onKeyDown={onKeyDown}>
        {tools.map(({ name, label, icon, keys }, at) => (
          <IconButton
            key={name}
            small
            className="btn-plain"
            icon={icon}
            label={label}
            keys={keys}
            aria-disabled={isOff || undefined}
            tabIndex={at === current ? 0 : -1}
            onFocus={() => setCurrent(at)}
            onClick={() => run(name)}
          />
        ))}
      </div>
      <span className="grow" />
      <span className="meta faint num wide nowrap">{counted(words, 'word')}</span>
      {!isOff && <OutlineMenu view={view} text={text} />}
      <IconButton
        small
        className="btn-plain wide"
        icon={MoveHorizontal}
        label="Full width"
        aria-pressed={room.isWide}
        onClick={room.turnWide}
      />
      <IconButton
        small
        className="btn-plain"
        icon={room.isFocused ? Minimize2 : Maximize2}
        label="Focus on the text"
        keys="mod+."
        aria-pressed={room.isFocused}
        onClick={room.turnFocus}
      />
    </div>
  )
}
