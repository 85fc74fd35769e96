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
  Table,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { counted } from '../../lib/words.ts'
import type { Format } from './format.ts'

type Tool = { name: Format | 'image'; label: string; icon: LucideIcon; keys?: string }

const tools: readonly Tool[] = [
  { name: 'heading', label: 'Heading', icon: Heading2 },
  { name: 'bold', label: 'Bold', icon: Bold, keys: 'mod+b' },
  { name: 'italic', label: 'Italic', icon: Italic, keys: 'mod+i' },
  { name: 'link', label: 'Link', icon: Link },
  { name: 'list', label: 'List', icon: List },
  { name: 'numbered', label: 'Numbered list', icon: ListOrdered },
  { name: 'table', label: 'Table', icon: Table },
  { name: 'code', label: 'Code', icon: Code },
  { name: 'image', label: 'Image or file', icon: Image },
  { name: 'hint', label: 'Hint', icon: Info },
]

type Props = {
  words: number
  isOff: boolean
  onFormat: (format: Format) => void
  onFiles: (files: readonly File[]) => void
}

/** Buttons for what Markdown is seldom known by heart for. Arrows walk along them. */
export function Toolbar({ words, isOff, onFormat, onFiles }: Props) {
  const [current, setCurrent] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (current + step + tools.length) % tools.length
    setCurrent(next)
    bar.current?.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }
  return (
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
          onClick={() => {
            if (isOff) return
            if (name === 'image') files.current?.click()
            else onFormat(name)
          }}
        />
      ))}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Image or file"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <span className="grow" />
      <span className="meta faint num wide nowrap">{counted(words, 'word')}</span>
    </div>
  )
}
