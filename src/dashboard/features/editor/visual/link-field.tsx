import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useState } from 'react'
import { addressIn, referenceOf } from '#markup/document/references.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { Button } from '../../../components/ui/button.tsx'
import { AddressField, isAddress } from './address-field.tsx'
import { schema } from './schema.ts'
import { useLinkTargets } from './use-link-targets.ts'
import styles from './visual.module.css'

const { marks } = schema

type Props = { view: EditorView; pageContext: LinkContext; onClose: () => void }

/** The address of a link, or the title of the page that it goes to. An empty address removes the link. */
export function LinkField({ view, pageContext, onClose }: Props) {
  const { from, to } = linkRange(view)
  const existing = view.state.doc.rangeHasMark(from, to, marks.link)
  const [initial] = useState(() => addressOfLink(view, from))
  const [text, setText] = useState(initial)
  const isTitle = text.trim() !== '' && text !== initial && !isAddress(text.trim())
  const { targets, isSearching } = useLinkTargets(pageContext, isTitle ? text : undefined)
  const close = () => {
    onClose()
    view.focus()
  }
  const apply = (url: string, title = url) => {
    const tr = view.state.tr.removeMark(from, to, marks.link)
    if (url !== '') {
      const mark = marks.link.create({ data: { ref: referenceOf(url) } })
      if (from === to) tr.insert(from, schema.text(title, [mark]))
      else tr.addMark(from, to, mark)
    }
    view.dispatch(tr)
    close()
  }
  const options = targets.map(({ title, detail, address, onPick }) => ({
    label: title,
    detail,
    pick: () => {
      onPick?.()
      apply(address, title)
    },
  }))
  return (
    <form
      className={styles.linkForm}
      onSubmit={(event) => {
        event.preventDefault()
        apply(text.trim())
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <AddressField
        label="Page or address"
        placeholder="Find a page, or paste an address"
        text={text}
        onText={setText}
        options={isTitle ? options : []}
        isSearching={isSearching}
        optionsLabel="Pages"
        autoFocus
      />
      <Button variant="outline" type="submit">
        Apply
      </Button>
      {existing && <Button onClick={() => apply('')}>Remove link</Button>}
    </form>
  )
}

const addressOfLink = ({ state }: EditorView, from: number): string =>
  addressIn(marks.link.isInSet(state.doc.nodeAt(from)?.marks ?? [])?.attrs.data)

/** The selection, or the link with the cursor. */
function linkRange({ state }: { readonly state: EditorState }): { from: number; to: number } {
  const { from, to, empty, $from } = state.selection
  const mark = marks.link.isInSet($from.marks())
  if (!empty || mark === undefined) return { from, to }
  let [start, end] = [from, to]
  state.doc.nodesBetween($from.start(), $from.end(), (node, at) => {
    if (!node.isInline || !mark.isInSet(node.marks)) return
    if (at <= from && at + node.nodeSize >= from) [start, end] = [at, at + node.nodeSize]
  })
  return { from: start, to: end }
}
