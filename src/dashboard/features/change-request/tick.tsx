import { Square, SquareCheck } from 'lucide-react'
import type { ChangedPage } from '../../components/diff/changed-pages.ts'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { useKeys } from '../../hooks/use-keys.ts'
import type { Ticks } from './use-ticks.tsx'

type Props = { ticks: Ticks; page: ChangedPage }

/** Notes that one has looked at the page that is shown, or has not. */
export function Tick({ ticks, page }: Props) {
  const isOn = ticks.has(page.id)
  const turn = () => ticks.turn(page.id)
  useKeys([{ keys: 'x', label: 'Looked at this page', group: 'On this page', act: turn }])
  return (
    <IconButton
      small
      className="btn-plain"
      icon={isOn ? SquareCheck : Square}
      label="Looked at"
      keys="x"
      aria-pressed={isOn}
      onClick={turn}
    />
  )
}
