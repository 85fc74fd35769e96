import { type RefObject, useLayoutEffect } from 'react'
import { isWriting } from '../../lib/focus.ts'

/** The subject of the field that was removed last while it had the focus, and when. */
let removed: { readonly subject: string; readonly at: number } | undefined

/** Afterwards the person has turned to something else. */
const MAX_ABSENCE_MS = 3000

/** Continues in a field that was removed and is shown elsewhere, such as when an edit by someone else moves a thread. */
export function useReturningFocus(field: RefObject<HTMLTextAreaElement | null>, subject: string): void {
  useLayoutEffect(() => {
    const element = field.current
    const isRecent = removed?.subject === subject && performance.now() - removed.at < MAX_ABSENCE_MS
    if (element && isRecent && !isWriting()) {
      element.focus()
      element.setSelectionRange(element.value.length, element.value.length)
    }
    return () => {
      if (element && document.activeElement === element) removed = { subject, at: performance.now() }
    }
  }, [field, subject])
}
