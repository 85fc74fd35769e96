import { useLayoutEffect, useRef } from 'react'
import { textChanges } from './coediting/text-changes.ts'
import styles from './editor.module.css'

type Props = { title: string; onTitle: (title: string) => void }

/** The title. When someone else changes it, the cursor stays between the same letters. */
export function TitleInput({ title, onTitle }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const shown = useRef({ title, start: 0, end: 0 })
  const remember = () => {
    if (!input.current) return
    const { value, selectionStart, selectionEnd } = input.current
    shown.current = { title: value, start: selectionStart ?? 0, end: selectionEnd ?? 0 }
  }
  useLayoutEffect(() => {
    const { title: before, start, end } = shown.current
    if (before === title) return
    const changes = textChanges(before, title)
    const after = (at: number) =>
      changes.reduce(
        (sum, { from, to, insert }) => (from >= at ? sum : sum + insert.length - (Math.min(to, at) - from)),
        at,
      )
    if (input.current !== null && document.activeElement === input.current)
      input.current.setSelectionRange(after(start), after(end))
    remember()
  }, [title])
  return (
    <input
      ref={input}
      className={styles.title}
      value={title}
      aria-label="Title"
      dir="auto"
      placeholder="Untitled"
      autoComplete="off"
      onSelect={remember}
      onChange={({ target }) => {
        remember()
        onTitle(target.value)
      }}
    />
  )
}
