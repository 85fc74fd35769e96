import { useEffect } from 'react'
import { z } from 'zod'
import { useStored } from '../../hooks/use-stored.ts'

/** How much room the text has: all of the window in focus, all of its side when it is wide. Remembered. */
export function useRoom() {
  const [isFocused, setIsFocused] = useStored('editor.focus', z.boolean(), false)
  const [isWide, setIsWide] = useStored('editor.wide', z.boolean(), false)
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
    turnFocus: () => setIsFocused(!isFocused),
    turnWide: () => setIsWide(!isWide),
  }
}
