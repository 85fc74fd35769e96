import { ArrowLeft, ArrowRight, Copy, GripVertical, Link, Pencil, Plus, Trash2 } from 'lucide-react'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { memo, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type LinkContext, resolveLink } from '../../../components/page-text/page-links.ts'
import { IconButton } from '../../../components/ui/button.tsx'
import { Icon } from '../../../components/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import { cardAt, cardCommands, currentCard, setAddresses } from './card-commands.ts'
import { endCardDrag, startCardDrag } from './card-drag.ts'
import { CardForm } from './card-form.tsx'
import { addressOfCard, type ShownCard, shownCards } from './card-views.ts'
import styles from './cards.module.css'

type Props = { view: EditorView; pageContext: LinkContext }

/** The controls of all cards, each in its card. */
export function CardBars({ view, pageContext }: Props) {
  const moved = useMovedCard(view)
  return (
    <>
      <span className="sr" role="status">
        {moved}
      </span>
      <CardBarList view={view} pageContext={pageContext} />
    </>
  )
}

/** Rendered when cards change, not with every key: their number and positions are those of the list. */
const CardBarList = memo(function CardBarList({ view, pageContext }: Props) {
  const list = shownCards(view)
  const cards = useSyncExternalStore(list.subscribe, list.get)
  return cards.map((card) => {
    const position = positionOf(card)
    return (
      position &&
      createPortal(<CardBar card={card} {...position} pageContext={pageContext} />, card.host, card.id)
    )
  })
})

function positionOf({ context: { view, getPos } }: ShownCard): { index: number; count: number } | null {
  const at = getPos()
  const position = at === undefined ? null : cardAt(view.state.doc, at)
  return position && { index: position.index, count: position.cards.childCount }
}

/** Where the card with the cursor is now, for screen readers, once it was moved. */
function useMovedCard(view: EditorView): string {
  const [moved, setMoved] = useState('')
  const last = useRef<ReturnType<typeof currentCard>>(null)
  const current = currentCard(view.state)
  useEffect(() => {
    const before = last.current
    last.current = current
    if (current === null || before?.card !== current.card || before.index === current.index) return
    const name = current.cards.attrs.view === 'grid' ? 'Row' : 'Card'
    setMoved(nameOf(current.index, current.cards.childCount, name))
  })
  return moved
}

const nameOf = (index: number, count: number, name = 'Card'): string => `${name} ${index + 1} of ${count}`

type BarProps = { card: ShownCard; index: number; count: number; pageContext: LinkContext }

/**
 * The page that a card links to, and a menu that edits, moves and deletes the card. Remembered, because there can be
 * many of them, and each keystroke changes one at most.
 */
const CardBar = memo(function CardBar({ card, index, count, pageContext }: BarProps) {
  const [isEditing, setIsEditing] = useState(false)
  const link = useRef<HTMLButtonElement>(null)
  const hasMovedFocus = useRef(false)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) link.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const { view, getPos } = card.context
  const run = (command: (at: number) => Command) => {
    const now = getPos()
    if (now === undefined) return
    hasMovedFocus.current = true
    command(now)(view.state, view.dispatch)
    view.focus()
  }
  const close = () => setIsEditing(false)
  const target = addressOfCard(card, 'target')
  const { title, broken = false } = target === '' ? { title: 'Add a link' } : linked(target, pageContext)
  return (
    <div
      role="group"
      aria-label={nameOf(index, count)}
      onKeyDown={(event) => {
        // React also reports keys of the open menu here, which is elsewhere on the page.
        const isHere = event.target instanceof Element && event.currentTarget.contains(event.target)
        if (event.key !== 'Escape' || !isHere) return
        event.stopPropagation()
        view.focus()
      }}
    >
      {isEditing ? (
        <CardForm
          card={card}
          pageContext={pageContext}
          onApply={(addresses) => {
            const now = getPos()
            if (now !== undefined) setAddresses(now, addresses)(view.state, view.dispatch)
            close()
          }}
          onClose={close}
        />
      ) : (
        <div className={styles.controls}>
          <button
            type="button"
            className={`btn btn-s ${styles.link}`}
            aria-label={target === '' ? 'Add a link to the card' : `Link of the card: ${title}`}
            data-broken={broken || undefined}
            ref={link}
            onClick={() => setIsEditing(true)}
          >
            <Icon of={Link} size="s" />
            <span>{title}</span>
          </button>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: its menu moves the card by keyboard */}
          <div
            className={styles.handle}
            draggable
            onDragStart={({ currentTarget, dataTransfer }) =>
              startCardDrag(card.context, currentTarget.closest('.card') ?? currentTarget, dataTransfer)
            }
            onDragEnd={() => endCardDrag(card.context)}
          >
            <Menu
              trigger={<IconButton small className="btn-plain" icon={GripVertical} label="Card options" />}
              onOpenChange={() => {
                hasMovedFocus.current = false
              }}
              keepsFocus={() => hasMovedFocus.current}
            >
              <MenuItem
                icon={Pencil}
                onSelect={() => {
                  hasMovedFocus.current = true
                  setIsEditing(true)
                }}
              >
                Edit link and cover
              </MenuItem>
              <MenuSeparator />
              {index > 0 && (
                <MenuItem icon={ArrowLeft} keys="alt+arrowup" onSelect={() => run(cardCommands.moveBack)}>
                  Move card back
                </MenuItem>
              )}
              {index < count - 1 && (
                <MenuItem
                  icon={ArrowRight}
                  keys="alt+arrowdown"
                  onSelect={() => run(cardCommands.moveForward)}
                >
                  Move card forward
                </MenuItem>
              )}
              <MenuItem icon={Copy} keys="mod+d" onSelect={() => run(cardCommands.duplicate)}>
                Duplicate card
              </MenuItem>
              <MenuItem icon={Plus} onSelect={() => run(cardCommands.add)}>
                Insert card after
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => run(cardCommands.delete)}>
                Delete card
              </MenuItem>
            </Menu>
          </div>
        </div>
      )}
    </div>
  )
})

function linked(address: string, context: LinkContext): { title: string; broken?: boolean | undefined } {
  const { title = address, broken } = resolveLink(address, context)
  return { title, broken }
}
