import type { EditorView } from '@codemirror/view'
import { clsx } from 'clsx'
import { type RefObject, useRef, useState } from 'react'
import styles from './editor.module.css'
import { Preview, type PreviewHandle } from './preview.tsx'
import type { EditorMode } from './queries.ts'
import { goTo, type SourceEvents, SourcePane } from './source-editor.tsx'

type Props = Omit<SourceEvents, 'onCursor' | 'onScroll'> & {
  view: RefObject<EditorView | null>
  /** Markdown at the start; afterwards the text lives in `view`. */
  initial: string
  title: string
  description: string | undefined
  html: string
  mode: EditorMode
  isWide: boolean
  isHidden: boolean
}

/** Source and preview; with both on screen, they scroll together and a click on the preview moves the cursor. */
export function EditorPanes(props: Props) {
  const { view, initial, title, description, html, mode, isWide, isHidden, ...events } = props
  const preview = useRef<PreviewHandle>(null)
  const [cursor, setCursor] = useState(0)
  const isLinked = mode === 'both'
  return (
    <div className={clsx(styles.panes, `is-${mode}`, isWide && 'is-wide')} hidden={isHidden}>
      <SourcePane
        {...events}
        view={view}
        initial={initial}
        isShown={mode !== 'read'}
        onCursor={setCursor}
        onScroll={(offset) => preview.current?.scrollTo(offset)}
      />
      {mode !== 'write' && (
        <Preview
          html={html}
          title={title}
          description={description}
          cursor={isLinked ? cursor : -1}
          onPick={isLinked ? (offset) => view.current && goTo(view.current, offset) : undefined}
          handle={preview}
        />
      )}
    </div>
  )
}
