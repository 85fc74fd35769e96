import type { ReactNode } from 'react'
import { z } from 'zod'

export const editorMode = z.enum(['write', 'both', 'read'])
export type EditorMode = z.infer<typeof editorMode>

const names: Readonly<Record<EditorMode, string>> = { write: 'Write', both: 'Both', read: 'Read' }

type Props = {
  title: string
  path: string
  mode: EditorMode
  isNarrow: boolean
  onTitle: (title: string) => void
  onMode: (mode: EditorMode) => void
  pagesButton: ReactNode
  /** Who else is here. */
  people?: ReactNode
}

/** The title of the page, its path, and which sides are shown. */
export const EditorHead = ({ title, path, mode, isNarrow, onTitle, onMode, pagesButton, people }: Props) => (
  <div className="ed-head">
    <h1 className="sr">Edit {title}</h1>
    {pagesButton}
    <input
      className="ed-title"
      value={title}
      aria-label="Title"
      placeholder="Untitled"
      autoComplete="off"
      onChange={({ target }) => onTitle(target.value)}
    />
    <span className="mono faint meta wide truncate">/{path}</span>
    <span className="grow" />
    {people}
    <fieldset className="btn-group">
      <legend className="sr">View</legend>
      {editorMode.options
        .filter((one) => one !== 'both' || !isNarrow)
        .map((one) => (
          <button key={one} type="button" aria-pressed={one === mode} onClick={() => onMode(one)}>
            {names[one]}
          </button>
        ))}
    </fieldset>
  </div>
)
