import { all, elementOf, one } from './dom.ts'
import { searchOpened } from './insights.ts'
import { answersOf } from './search-answers.ts'
import { askWhenResting } from './search-question.ts'

/** The field of the header opens a dialog; ⌘K, Ctrl K and `/` do too. */
export function searchInDialog(): void {
  const dialog = one<HTMLDialogElement>('dialog.search')
  const input = dialog && one<HTMLInputElement>('input', dialog)
  if (!dialog || !input) return
  const answers = answersOf(dialog, input)
  const ask = askWhenResting(input, dialog.dataset.search ?? '', answers)
  openBy((typed) => {
    if (!dialog.open) {
      dialog.showModal()
      searchOpened()
    }
    if (typed) input.value = typed
    input.focus()
    if (typed) ask()
    else input.select()
  })
  input.addEventListener('input', ask)
  input.addEventListener('keydown', answers.move)
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}

/** Calls with what was typed into the field of the header before the dialog was open. */
function openBy(open: (typed: string) => void): void {
  for (const field of all<HTMLInputElement>('.head .find input')) {
    field.addEventListener('click', () => open(''))
    field.addEventListener('input', () => {
      open(field.value)
      field.value = ''
    })
  }
  addEventListener('keydown', (event) => {
    const isCommand = event.key === 'k' && (event.metaKey || event.ctrlKey)
    if (!isCommand && (event.key !== '/' || isTyping(event))) return
    event.preventDefault()
    open('')
  })
}

function isTyping(event: Event): boolean {
  const target = elementOf(event)
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
