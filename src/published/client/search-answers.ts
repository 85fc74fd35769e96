import type { SearchAnswer } from '../model.ts'
import { all, one, say } from './dom.ts'
import type { Listener } from './search-question.ts'
import { foundRows } from './search-rows.ts'

/** The list of the dialog: shows rows, and moves through them by keys while the cursor stays in the field. */
export function answersOf(dialog: HTMLDialogElement, input: HTMLInputElement) {
  const words = dialog.dataset
  const list = one('.found', dialog)
  const message = one('.search-none', dialog)
  const count = one('.search-count', dialog)

  const show = (rows: SearchAnswer, query: string) => {
    const hasRows = rows.length > 0
    list?.replaceChildren(...foundRows(rows, query))
    list?.toggleAttribute('hidden', !hasRows)
    input.ariaExpanded = String(hasRows)
    const places = placesIn(dialog)
    choose(input, places, places[0])
    const summary = filled(words.count, { results: places.length, pages: rows.length })
    const none = filled(words.none, { query })
    tell(count, hasRows ? summary : '')
    tell(message, query && !hasRows ? none : '')
    if (query) say(hasRows ? summary : none)
  }
  const listener: Listener = {
    show,
    fail() {
      show([], '')
      tell(message, words.failed ?? '')
      say(words.failed)
    },
  }
  return { ...listener, move: (event: KeyboardEvent) => move(event, input, placesIn(dialog)) }
}

function move(event: KeyboardEvent, input: HTMLInputElement, places: readonly HTMLElement[]): void {
  const at = places.findIndex((place) => place.ariaSelected === 'true')
  if (event.key === 'Enter') places[at]?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  choose(input, places, places.at((at + step) % places.length))
}

function choose(
  input: HTMLInputElement,
  places: readonly HTMLElement[],
  chosen: HTMLElement | undefined,
): void {
  for (const place of places) place.ariaSelected = String(place === chosen)
  if (chosen) input.setAttribute('aria-activedescendant', chosen.id)
  else input.removeAttribute('aria-activedescendant')
  chosen?.scrollIntoView({ block: 'nearest' })
}

const placesIn = (dialog: HTMLElement) => all('[role="option"]', dialog)

function tell(box: HTMLElement | null, text: string): void {
  if (!box) return
  box.textContent = text
  if (box.matches('.search-none')) box.hidden = text === ''
}

/** Fills `{name}` with a value, and `{name|one|many}` with a number and the word that fits it. */
function filled(text: string | undefined, values: Record<string, string | number>): string {
  return (text ?? '').replace(
    /\{(\w+)(?:\|([^|}]+)\|([^}]+))?\}/g,
    (_, name: string, one?: string, many?: string) =>
      one === undefined ? String(values[name] ?? '') : `${values[name]} ${values[name] === 1 ? one : many}`,
  )
}
