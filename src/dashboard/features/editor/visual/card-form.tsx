import { useState } from 'react'
import type { AddressColumn } from '#markup/visual/card-addresses.ts'
import { type LinkContext, resolveLink } from '../../../components/page-text/page-links.ts'
import { Button } from '../../../components/ui/button.tsx'
import { AddressField, isAddress } from './address-field.tsx'
import type { CardAddresses } from './card-commands.ts'
import { addressOfCard, type ShownCard } from './card-views.ts'
import styles from './cards.module.css'
import { useLinkTargets } from './use-link-targets.ts'

type Props = {
  card: ShownCard
  pageContext: LinkContext
  onApply: (addresses: CardAddresses) => void
  onClose: () => void
}

/** The page that a card links to, and its cover. */
export function CardForm({ card, pageContext, onApply, onClose }: Props) {
  const target = useAddress(card, 'target', pageContext)
  const cover = useAddress(card, 'cover', pageContext)
  const darkCover = useAddress(card, 'darkCover', pageContext)
  const { targets, isSearching } = useLinkTargets(pageContext, target.query)
  const pageOptions = targets.map(({ title, detail, address, onPick }) => ({
    label: title,
    detail,
    pick: () => {
      onPick?.()
      target.set({ text: title, address, label: title })
    },
  }))
  const images = (field: Field) => imageOptions(field, pageContext)
  const apply = () => {
    const changed = Object.entries({ target, cover, darkCover }).filter(([, field]) => field.isChanged)
    if (changed.length === 0) onClose()
    else
      onApply(
        Object.fromEntries(
          changed.map(([kind, { address, label }]) => [kind, { address, label: label || address }]),
        ),
      )
  }
  const image = { placeholder: 'Find an image, or paste an address', optionsLabel: 'Images' }
  return (
    <form
      className={styles.form}
      aria-label="Link and cover of the card"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div className={styles.field}>
        <span aria-hidden="true">Link</span>
        <AddressField
          label="Page or address"
          placeholder="Find a page, or paste an address"
          text={target.text}
          onText={target.type}
          options={target.query === undefined ? [] : pageOptions}
          isSearching={isSearching}
          optionsLabel="Pages"
          autoFocus
        />
      </div>
      <div className={styles.field}>
        <span aria-hidden="true">Cover</span>
        <AddressField
          {...image}
          label="Cover"
          text={cover.text}
          onText={cover.type}
          options={images(cover)}
        />
      </div>
      {(cover.address !== '' || darkCover.address !== '') && (
        <div className={styles.field}>
          <span aria-hidden="true">Cover on dark pages</span>
          <AddressField
            {...image}
            label="Cover on dark pages"
            text={darkCover.text}
            onText={darkCover.type}
            options={images(darkCover)}
          />
        </div>
      )}
      <div className={styles.actions}>
        <Button variant="outline" size="small" type="submit">
          Apply
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type Value = { readonly text: string; readonly address: string; readonly label: string }
type Field = ReturnType<typeof useAddress>

/** The address in a field, which shows the title of its page or the name of its file instead. */
function useAddress(card: ShownCard, kind: AddressColumn, context: LinkContext) {
  const [initial] = useState(() => {
    const address = addressOfCard(card, kind)
    const { title = address } = address === '' ? {} : resolveLink(address, context)
    return { text: title, address, label: title }
  })
  const [value, set] = useState<Value>(initial)
  const text = value.text.trim()
  const isTitle = text !== '' && value.text !== value.label && !isAddress(text)
  return {
    ...value,
    set,
    type: (typed: string) => set({ text: typed, address: typed.trim(), label: '' }),
    /** What to search for; undefined if the text is an address, or was chosen. */
    query: isTitle ? value.text : undefined,
    isChanged: value.address !== initial.address,
  }
}

const MAX_IMAGES = 12

function imageOptions({ query, set }: Field, { files }: LinkContext) {
  const words = query?.trim().toLowerCase()
  if (words === undefined) return []
  return [...files.values()]
    .filter(({ contentType, name }) => contentType.startsWith('image/') && name.toLowerCase().includes(words))
    .slice(0, MAX_IMAGES)
    .map(({ id, name }) => ({
      label: name,
      detail: '',
      pick: () => set({ text: name, address: `/files/${id}`, label: name }),
    }))
}
