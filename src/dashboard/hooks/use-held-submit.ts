import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Holds a submit of the form around while something is due, and submits after that. The ref says whether one is held;
 * setting it to false drops the submit.
 */
export function useHeldSubmit(
  inside: RefObject<HTMLElement | null>,
  isDue: boolean,
  onHold?: () => void,
): RefObject<boolean> {
  const isHeld = useRef(false)
  const whenHeld = useEffectEvent(() => onHold?.())
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    if (!isDue) {
      const isSubmit = isHeld.current
      isHeld.current = false
      if (isSubmit) form.requestSubmit()
      return
    }
    const hold = (event: Event) => {
      event.preventDefault()
      // Another field of the form that waits gets the submit when this one lets go of it.
      event.stopImmediatePropagation()
      isHeld.current = true
      whenHeld()
    }
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  }, [inside, isDue])
  return isHeld
}
