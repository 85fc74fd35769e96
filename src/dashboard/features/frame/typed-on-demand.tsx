import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { OnDemand } from '../../lib/on-demand.ts'

type Props<M> = {
  module: OnDemand<M>
  onClose: () => void
  /** Gets the module and the keys pressed while it loaded. */
  children: (module: M, keys: readonly string[]) => ReactNode
}

/** What people type into right after they open it. Not `lazy`, which shows even what is loaded up to 300 ms later. */
export function TypedOnDemand<M>({ module, onClose, children }: Props<M>) {
  const [isLoaded, setIsLoaded] = useState(module.isLoaded)
  const keys = useRef<string[]>([])
  useEffect(() => {
    // In one step, so that no key is pressed between the last that was collected and the focus of the field.
    if (!isLoaded) module.whenLoaded(() => flushSync(() => setIsLoaded(true)), onClose)
  }, [module, isLoaded, onClose])
  return isLoaded ? children(module.get(), keys.current) : <KeyCollector keys={keys} onClose={onClose} />
}

/** The text that keys type. */
export const textOf = (keys: readonly string[]): string =>
  keys.reduce((text, key) => {
    if (key === 'Backspace') return text.slice(0, -1)
    return key.length === 1 ? text + key : text
  }, '')

/** Keys besides characters that are kept. */
const collectedKeys = ['Enter', 'ArrowDown', 'ArrowUp', 'Backspace']

type CollectorProps = { keys: RefObject<string[]>; onClose: () => void }

/** Collects the keys people press meanwhile, so that nothing is lost and no shortcut runs. */
function KeyCollector({ keys, onClose }: CollectorProps) {
  useEffect(() => {
    const collect = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey) return
      const isClosing = event.key === 'Escape'
      if (!isClosing && event.key.length !== 1 && !collectedKeys.includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      if (isClosing) onClose()
      else keys.current.push(event.key)
    }
    document.addEventListener('keydown', collect, true)
    return () => document.removeEventListener('keydown', collect, true)
  }, [keys, onClose])
  return null
}
