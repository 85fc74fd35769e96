import { openSearchPanel } from '@codemirror/search'
import type { EditorView } from '@codemirror/view'
import { clsx } from 'clsx'
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
  ListTree,
  type LucideIcon,
  Maximize2,
  Minimize2,
  MoveHorizontal,
  Plus,
  Repeat2,
  Search,
  Table,
} from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../components/ui/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../components/ui/menu.tsx'
import { useLocalStorage } from '../../hooks/use-local-storage.ts'
import { pluralize } from '../../lib/labels.ts'
import { boolean } from '../../lib/search-params.ts'
import { openBlocks } from './completions.ts'
import styles from './editor.module.css'
import { type Format, findHeadings } from './format.ts'
import { format, goTo, selectedLines } from './source-editor.tsx'
import type { SelectedBlocks } from './use-pickers.tsx'

type Tool = {
  name: Format | 'image' | 'block' | 'find' | 'reusable'
  label: string
  icon: LucideIcon
  keys?: string
}

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
  { name: 'reusable', label: 'Turn into reusable content', icon: Repeat2 },
  { name: 'find', label: 'Find and replace', icon: Search, keys: 'mod+f' },
]

type Props = {
  view: RefObject<EditorView | null>
  text: string
  wordCount: number
  layout: ReturnType<typeof useLayout>
  isOff: boolean
  onPickFiles: () => void
  onTurnIntoReusable: (selected: SelectedBlocks | null) => void
}

/** Formatting buttons; arrow keys move between them. */
export function Toolbar(props: Props) {
  const { view, text, wordCount, layout, isOff, onPickFiles, onTurnIntoReusable } = props
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
    else if (name === 'reusable') onTurnIntoReusable(selectedLines(view.current))
    else if (name === 'find') openSearchPanel(view.current)
    else format(view.current, name)
  }
  return (
    <div className={styles.bar}>
      <div className={styles.tools} role="toolbar" aria-label="Format" ref={bar} onKeyDown={onKeyDown}>
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
      <span className="meta faint num wide nowrap">{pluralize(wordCount, 'word')}</span>
      {!isOff && <OutlineMenu view={view} text={text} />}
      <IconButton
        small
        className="btn-plain wide"
        icon={MoveHorizontal}
        label="Full width"
        aria-pressed={layout.isWide}
        onClick={layout.toggleWide}
      />
      <IconButton
        small
        className="btn-plain"
        icon={layout.isFocused ? Minimize2 : Maximize2}
        label="Focus mode"
        keys="mod+."
        aria-pressed={layout.isFocused}
        onClick={layout.toggleFocus}
      />
    </div>
  )
}

/** Jumps to a heading of the text. */
function OutlineMenu({ view, text }: { view: RefObject<EditorView | null>; text: string }) {
  const headings = findHeadings(text)
  return (
    <Menu
      keepsFocus={() => true}
      trigger={<IconButton small tip={false} className="btn-plain" icon={ListTree} label="Outline" />}
    >
      {headings.length === 0 && <MenuLabel>No headings yet</MenuLabel>}
      {headings.map(({ title, level, at }) => (
        <MenuItem key={at} onSelect={() => view.current && goTo(view.current, at)}>
          <span
            className={clsx(
              'truncate',
              styles.outline,
              level === 3 && styles.outline3,
              level > 3 && styles.outline4,
            )}
          >
            {title}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Focus mode and full width, stored in this browser. */
export function useLayout() {
  const [isFocused, setIsFocused] = useLocalStorage('editor.focus', boolean, false)
  const [isWide, setIsWide] = useLocalStorage('editor.wide', boolean, false)
  useEffect(() => {
    if (!isFocused) return
    document.documentElement.dataset.writing = 'focus'
    return () => {
      delete document.documentElement.dataset.writing
    }
  }, [isFocused])
  return {
    isFocused,
    isWide,
    toggleFocus: () => setIsFocused(!isFocused),
    toggleWide: () => setIsWide(!isWide),
  }
}
