import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { onDemand } from '../../lib/on-demand.ts'

/** Most visits never open the palette, so it is not part of the first load. */
export const palette = onDemand(() => import('./palette.tsx'))

type Props = { onClose: () => void; onShortcuts: () => void }

/** The palette, with the keys pressed while it loads. Not `lazy`, which shows even what is loaded up to 300 ms later. */
export function PaletteOnDemand({ onClose, onShortcuts }: Props) {
  const [isLoaded, setIsLoaded] = useState(palette.isLoaded)
  const typed = useRef<string[]>([])
  useEffect(() => {
    // In one step, so that no key is pressed between the last that was collected and the focus of the palette.
    if (!isLoaded) palette.whenLoaded(() => flushSync(() => setIsLoaded(true)), onClose)
  }, [isLoaded, onClose])
  if (!isLoaded) return <TypingCollector typed={typed} />
  const { Palette } = palette.get()
  return <Palette initialKeys={typed.current} onClose={onClose} onShortcuts={onShortcuts} />
}

/** Keys of the palette that are kept while it loads. */
const paletteKeys = ['Enter', 'ArrowDown', 'ArrowUp', 'Backspace']

/** Collects the keys people press while the palette loads, so that nothing is lost and no shortcut runs. */
function TypingCollector({ typed }: { typed: RefObject<string[]> }) {
  useEffect(() => {
    const collect = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key.length !== 1 && !paletteKeys.includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      typed.current.push(event.key)
    }
    document.addEventListener('keydown', collect, true)
    return () => {
      document.removeEventListener('keydown', collect, true)
    }
  }, [typed])
  return null
}
