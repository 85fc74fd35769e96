import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** After a walk to another page the focus is at its beginning and a screen reader says where one is. */
export function RouteAnnouncer() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef<string | undefined>(undefined)
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const isFirst = before.current === undefined
    before.current = path
    if (isFirst || path === undefined) return
    const timer = setTimeout(() => {
      setSpoken(document.title)
      focusMain()
    })
    return () => clearTimeout(timer)
  }, [path])
  return (
    <div className="sr" aria-live="polite">
      {spoken}
    </div>
  )
}

/** Unless something in the new page has taken the focus already, such as the first field of a form. */
function focusMain(): void {
  const main = document.querySelector<HTMLElement>('main')
  const focused = document.activeElement
  if (!main || main.contains(focused) || focused?.closest('[role="dialog"], [role="alertdialog"]')) return
  main.tabIndex = -1
  main.focus({ preventScroll: true })
}
