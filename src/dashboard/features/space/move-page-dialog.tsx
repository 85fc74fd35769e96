import { type FormEvent, useState } from 'react'
import type { Page } from '#contract/pages.ts'
import { type PageIndex, pagesAbove } from '../../components/page-text/page-index.ts'
import { SpacePicker } from '../../components/space-picker.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../components/ui/dialog.tsx'
import { words } from '../../lib/words.ts'
import { allBelow, titleOf } from './page-rows.ts'
import type { Content } from './space-content.ts'
import { usePageActs } from './use-page-acts.ts'

type Props = { content: Content; page: Page; onClose: () => void }

const top = 'top'

/** Moves a page to the end of another one, found by its name. */
export function MovePageDialog({ content: { at, index }, page, onClose }: Props) {
  const acts = usePageActs(at, index)
  const [into, setInto] = useState<string>()
  const [isMissed, setIsMissed] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (into === undefined) return setIsMissed(true)
    onClose()
    // A refusal is told by a message; the dialog has nothing to add to it.
    acts.moveInto(page, into === top ? null : into).catch(() => undefined)
  }
  return (
    <Dialog
      title={`Move ${words.quoted(titleOf(page))}`}
      description="It goes to the end of the page you choose, with the pages below it. Links to it stay right."
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <DialogBody>
          <SpacePicker
            label="Pages"
            noun="page"
            spaces={placesFor(index, page)}
            chosen={into === undefined ? [] : [into]}
            onChange={([id]) => setInto(id)}
          />
          {isMissed && into === undefined && (
            <p className="form-fault" role="alert">
              Choose where it goes
            </p>
          )}
        </DialogBody>
        <DialogFoot>
          <Button size="form" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" look="ink" size="form">
            Move page
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

/** Everywhere it can go: not below itself, and not where it is last already. */
function placesFor(index: PageIndex, page: Page) {
  const own = new Set([page.id, ...allBelow(page).map(({ id }) => id)])
  const open = index.order.filter(
    (one) => (one.page.type === 'document' || one.page.type === 'group') && !own.has(one.page.id),
  )
  const top0 = { space: { id: top, title: 'Top level', emoji: '' } }
  return [
    top0,
    ...open.map(({ page: { id, title, emoji = '' } }) => ({
      space: { id, title, emoji },
      where: pagesAbove(index, id).map(titleOf).join(' / ') || undefined,
    })),
  ]
}
