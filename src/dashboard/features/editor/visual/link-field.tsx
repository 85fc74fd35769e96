import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useId, useRef, useState } from 'react'
import { addressIn, referenceOf } from '#markup/document/references.ts'
import type { LinkContext } from '../../../components/page-text/page-links.ts'
import { Button } from '../../../components/ui/button.tsx'
import { OptionList, type OptionListHandle } from './option-list.tsx'
import { schema } from './schema.ts'
import { useLinkTargets } from './use-link-targets.ts'
import styles from './visual.module.css'

const { marks } = schema

/** Whether a text is meant as an address instead of the title of a page. */
const isAddress = (text: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|[/#.?])/i.test(text)

type Props = { view: EditorView; pageContext: LinkContext; onClose: () => void }

/** The address of a link, or the title of the page that it goes to. An empty address removes the link. */
export function LinkField({ view, pageContext, onClose }: Props) {
  const { from, to } = linkRange(view)
  const existing = view.state.doc.rangeHasMark(from, to, marks.link)
  const [text, setText] = useState(() => addressOfLink(view, from))
  const [chosen, setChosen] = useState<string>()
  const menu = useRef<OptionListHandle>(null)
  const id = useId()
  const isTitle = text.trim() !== '' && !isAddress(text.trim())
  const targets = useLinkTargets(pageContext, isTitle ? text : undefined)
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
  const isOpen = isTitle && options.length > 0
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
      <input
        className="input"
        role="combobox"
        aria-label="Page or address"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen ? chosen : undefined}
        autoComplete="off"
        placeholder="Find a page, or paste an address"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isOpen && !event.nativeEvent.isComposing && menu.current?.onKey(event.key))
            event.preventDefault()
        }}
        // biome-ignore lint/a11y/noAutofocus: the field opens because the person asked for it
        autoFocus
      />
      <Button variant="outline" type="submit">
        Apply
      </Button>
      {existing && <Button onClick={() => apply('')}>Remove link</Button>}
      {isOpen && (
        <OptionList key={text} id={id} label="Pages" options={options} onChosen={setChosen} handle={menu} />
      )}
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
