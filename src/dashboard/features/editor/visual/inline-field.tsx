import type { Node } from 'prosemirror-model'
import { NodeSelection, type Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useState } from 'react'
import { addressIn, referenceOf } from '#markup/document/references.ts'
import { type LinkContext, resolveLink } from '../../../components/page-text/page-links.ts'
import { Button } from '../../../components/ui/button.tsx'
import { TextInput } from '../../../components/ui/inputs.tsx'
import { AddressField, isAddress } from './address-field.tsx'
import { isIconOrButton } from './icon-view.ts'
import { attributeText } from './node-fields.ts'
import { textOf } from './schema.ts'
import { useIconSearch } from './use-icon-search.ts'
import { useLinkTargets } from './use-link-targets.ts'
import styles from './visual.module.css'

type Props = { view: EditorView; node: Node; pageContext: LinkContext; onClose: () => void }

/** The icon or button that is selected; null if there is none. */
export const selectedInline = (selection: Selection): Node | null =>
  selection instanceof NodeSelection && isIconOrButton(selection.node) ? selection.node : null

/** The field for the selected icon or button. */
export const InlineField = (props: Props) =>
  props.node.attrs.kind === 'button' ? <ButtonField {...props} /> : <IconField {...props} />

/** Another icon in place of the selected one. */
function IconField({ view, node, onClose }: Props) {
  const [text, setText] = useState(textOf(node.attrs.data, 'icon').replace(/^.*\//, ''))
  const { icons, isSearching } = useIconSearch(text)
  return (
    <form
      className={styles.linkForm}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={closeOnEscape(view, onClose)}
    >
      <AddressField
        label="Icon"
        placeholder="Find an icon"
        text={text}
        onText={setText}
        options={icons.map(({ name, ...icon }) => ({
          label: name,
          detail: '',
          icon,
          pick: () => replaceInline(view, { kind: 'icon', data: { icon: name } }, onClose),
        }))}
        isSearching={isSearching}
        optionsLabel="Icons"
        autoFocus
      />
    </form>
  )
}

/** The label of the selected button, and where it goes. */
function ButtonField({ view, node, pageContext, onClose }: Props) {
  const { data } = node.attrs
  const [label, setLabel] = useState(textOf(data, 'label'))
  const [target, setTarget] = useState(() => {
    const address = addressIn(data)
    return { address, text: (address && resolveLink(address, pageContext).title) || address }
  })
  const isTitle = target.text.trim() !== '' && !isAddress(target.text.trim()) && target.address === ''
  const { targets, isSearching } = useLinkTargets(pageContext, isTitle ? target.text : undefined)
  const name = attributeText(label).trim()
  return (
    <form
      className={styles.linkForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (name === '') return
        const address = target.address || target.text.trim()
        replaceInline(
          view,
          { kind: 'button', data: { ...data, label: name, ref: referenceOf(address) } },
          onClose,
        )
      }}
      onKeyDown={closeOnEscape(view, onClose)}
    >
      <TextInput
        aria-label="Label of the button"
        placeholder="Label"
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        autoFocus
      />
      <AddressField
        label="Page or address"
        placeholder="Find a page, or paste an address"
        text={target.text}
        onText={(text) => setTarget({ text, address: '' })}
        options={targets.map(({ title, detail, address, onPick }) => ({
          label: title,
          detail,
          pick: () => {
            onPick?.()
            setTarget({ text: title, address })
          },
        }))}
        isSearching={isSearching}
        optionsLabel="Pages"
      />
      <Button variant="outline" type="submit" disabled={name === ''}>
        Apply
      </Button>
    </form>
  )
}

const closeOnEscape = (view: EditorView, onClose: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  onClose()
  view.focus()
}

/** Replaces the selected inline, and returns to the text behind it. */
function replaceInline(
  view: EditorView,
  attrs: { readonly kind: string; readonly data: Readonly<Record<string, unknown>> },
  onClose: () => void,
): void {
  const { from, to } = view.state.selection
  const tr = view.state.tr.setNodeMarkup(from, null, attrs)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, to)))
  onClose()
  view.focus()
}
