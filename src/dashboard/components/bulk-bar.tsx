import type { ReactNode } from 'react'
import { labels } from '../lib/labels.ts'
import type { Selection } from './tree-navigation.ts'
import { Keys } from './ui/kbd.tsx'

/** Actions for the selected rows; its buttons are `<Button variant="inherit">`. Rendered in the frame's main area. */
export const BulkBar = ({ selection, children }: { selection: Selection; children: ReactNode }) => (
  <div className="bulk" role="toolbar" aria-label={labels.selected(selection.ids.size)}>
    <span className="n">{labels.selected(selection.ids.size)}</span>
    <span className="sep" />
    {children}
    <span className="sep" />
    <button type="button" className="btn" onClick={() => selection.onChange(new Set())}>
      <span>
        Clear<span className="sr"> selection</span>
      </span>
      <span className="wide">
        <Keys of="escape" />
      </span>
    </button>
  </div>
)
