import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Command,
  CornerDownLeft,
  type LucideIcon,
} from 'lucide-react'
import { isMac } from '../../lib/shortcuts.ts'
import { Icon } from './icon.tsx'

const drawn: Readonly<Record<string, LucideIcon>> = {
  enter: CornerDownLeft,
  arrowup: ArrowUp,
  arrowdown: ArrowDown,
  arrowleft: ArrowLeft,
  arrowright: ArrowRight,
}
const named: Readonly<Record<string, string>> = {
  escape: 'Esc',
  shift: 'Shift',
  delete: 'Del',
  space: 'Space',
  tab: 'Tab',
  f2: 'F2',
}

function Cap({ name }: { name: string }) {
  const mark = name === 'mod' && isMac() ? Command : drawn[name]
  if (mark) return <Icon of={mark} />
  return name === 'mod' ? 'Ctrl' : (named[name] ?? name)
}

/**
 * The caps of a shortcut as written in `lib/shortcuts.ts`, such as `mod+k` or `g l`. Hidden from screen readers: what it
 * belongs to carries the name.
 */
export const Keys = ({ of }: { of: string }) => (
  <span className="keys" aria-hidden="true">
    {of.split(/[ +]/).map((name) => (
      <kbd className="kbd" key={name}>
        <Cap name={name.length === 1 && of.includes('+') ? name.toUpperCase() : name} />
      </kbd>
    ))}
  </span>
)
