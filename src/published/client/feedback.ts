import { announce, createElement, findAll } from './dom.ts'

/** Submits page feedback without leaving the page, and asks for a comment after a negative rating. */
export function submitFeedbackInPlace(): void {
  for (const form of findAll<HTMLFormElement>('form.feedback[data-thanks]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
      void submitFeedback(form, new FormData(form, button), button?.name === 'rating')
    })
  }
}

async function submitFeedback(form: HTMLFormElement, data: FormData, isVote: boolean): Promise<void> {
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  const hasContent = isVote || data.get('comment')?.toString().trim() !== ''
  const isAccepted = !hasContent || (await send(form.action, data))
  form.ariaBusy = null
  const rating = String(data.get('rating'))
  if (!isAccepted) showError(form)
  else if (isVote && rating !== 'good') askWhy(form, rating)
  else showThanks(form)
}

async function send(address: string, data: FormData): Promise<boolean> {
  const body = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]))
  try {
    return (await fetch(address, { method: 'POST', body })).ok
  } catch {
    // The network failed; the form shows an error and can be sent again.
    return false
  }
}

/** The form keeps its content, so that it can be sent again. */
function showError(form: HTMLFormElement): void {
  const text = form.dataset.failed ?? ''
  form.querySelector('.feedback-error')?.remove()
  form.append(createElement('p', 'feedback-error', text))
  announce(text)
}

function askWhy(form: HTMLFormElement, rating: string): void {
  const question = createElement('textarea', '')
  Object.assign(question, { id: '~why', name: 'comment', maxLength: 512 })
  const label = createElement('label', '', form.dataset.why ?? '')
  label.setAttribute('for', '~why')
  const hiddenRating = createElement('input', '')
  Object.assign(hiddenRating, { type: 'hidden', name: 'rating', value: rating })
  form.replaceChildren(
    label,
    question,
    hiddenRating,
    createElement('button', 'button is-small', form.dataset.send ?? ''),
  )
  question.focus()
}

function showThanks(form: HTMLFormElement): void {
  const thanks = createElement('p', '', form.dataset.thanks ?? '')
  thanks.tabIndex = -1
  form.replaceChildren(thanks)
  thanks.focus()
}
