import { all, make, say } from './dom.ts'

/** “Was this page helpful” is answered in place; whoever is not content is asked why. */
export function answerInPlace(): void {
  for (const form of all<HTMLFormElement>('form.helpful[data-thanks]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
      void answer(form, new FormData(form, button), button?.name === 'rating')
    })
  }
}

async function answer(form: HTMLFormElement, given: FormData, isVote: boolean): Promise<void> {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  const isSaid = isVote || given.get('comment')?.toString().trim() !== ''
  const isTaken = !isSaid || (await send(form.action, given))
  form.ariaBusy = null
  const rating = String(given.get('rating'))
  if (!isTaken) sayFailed(form)
  else if (isVote && rating !== 'good') askWhy(form, rating)
  else thank(form)
}

async function send(address: string, given: FormData): Promise<boolean> {
  const body = new URLSearchParams([...given].map(([name, value]) => [name, String(value)]))
  try {
    return (await fetch(address, { method: 'POST', body })).ok
  } catch {
    return false
  }
}

/** What was written stays, so that it can be sent again. */
function sayFailed(form: HTMLFormElement): void {
  const text = form.dataset.failed ?? ''
  form.querySelector('.helpful-failed')?.remove()
  form.append(make('p', 'helpful-failed', text))
  say(text)
}

function askWhy(form: HTMLFormElement, rating: string): void {
  const question = make('textarea', '')
  Object.assign(question, { id: 'why', name: 'comment', maxLength: 512 })
  const label = make('label', '', form.dataset.why ?? '')
  label.setAttribute('for', 'why')
  const answer = make('input', '')
  Object.assign(answer, { type: 'hidden', name: 'rating', value: rating })
  form.replaceChildren(label, question, answer, make('button', 'button is-small', form.dataset.send ?? ''))
  question.focus()
}

function thank(form: HTMLFormElement): void {
  const thanks = make('p', '', form.dataset.thanks ?? '')
  thanks.tabIndex = -1
  form.replaceChildren(thanks)
  thanks.focus()
}
