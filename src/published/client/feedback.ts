import { all, make } from './dom.ts'

/** “Was this page helpful” is answered in place; whoever is not content is asked why. */
export function answerInPlace(): void {
  for (const form of all<HTMLFormElement>('form.helpful')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null
      const body = new FormData(form, button)
      void fetch(form.action, { method: 'POST', body }).catch(() => null)
      if (button?.name === 'rating' && button.value !== 'good') askWhy(form, button.value)
      else thank(form)
    })
  }
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
