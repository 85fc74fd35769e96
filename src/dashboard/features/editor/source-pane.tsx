import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'
import { createSourceView, type SourceEvents } from './source-view.ts'

type Props = SourceEvents & { initial: string; view: RefObject<EditorView | null>; isShown: boolean }

/** Where the Markdown is written. The text lives in the editor; it is told of by `onText`. */
export function SourcePane({ initial, view, isShown, ...events }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(events)
  latest.current = events
  const first = useRef(initial)
  useEffect(() => {
    if (!host.current) return
    const made = createSourceView(host.current, first.current, () => latest.current)
    view.current = made
    return () => {
      first.current = made.state.doc.toString()
      made.destroy()
      view.current = null
    }
  }, [view])
  return <div className="ed-src" hidden={!isShown} ref={host} />
}
