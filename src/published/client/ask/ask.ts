import type { AnswerEvent, AskOptions } from '../../model.ts'
import { createElement, find, isComposing } from '../dom.ts'
import { answerElements, citationMark, type Source, sourceList } from './answer-text.ts'
import { readAnswer } from './read-answer.ts'

/** Longer questions are refused by the service. */
const MAX_QUESTION_LENGTH = 512

type Ask = { readonly ask: () => void; readonly offer: () => void }

const asks = new WeakMap<HTMLDialogElement, Ask>()

/** Offers an answer to the text in the search dialog, and asks right away if the reader pressed a button for it. */
export function openAsk(dialog: HTMLDialogElement, input: HTMLInputElement, asksNow: boolean): void {
  const one = asks.get(dialog) ?? enableAsk(dialog, input)
  asks.set(dialog, one)
  one.offer()
  if (asksNow) one.ask()
}

function enableAsk(dialog: HTMLDialogElement, input: HTMLInputElement): Ask {
  const { url, labels }: AskOptions = JSON.parse(dialog.dataset.ask ?? '')
  const label = createElement('span', '')
  const button = createElement('button', 'search-ask', label, createElement('kbd', '', '⌘ ↵'))
  button.setAttribute('type', 'button')
  const panel = answerPanel(labels)
  find('.search-field', dialog)?.after(button, panel.element)
  let asking: AbortController | undefined
  let question = ''

  const stop = () => {
    asking?.abort()
    asking = undefined
  }
  const showResults = () => {
    stop()
    question = ''
    dialog.classList.remove('is-asking')
  }
  const offer = () => {
    const text = input.value.trim()
    label.textContent = labels.question.replace('{question}', () => text)
    button.hidden = text === ''
    if (text !== question) showResults()
  }
  const ask = () => {
    stop()
    question = input.value.trim()
    if (question === '') return
    dialog.classList.add('is-asking')
    if (question.length > MAX_QUESTION_LENGTH) return panel.fail('tooLong')
    const current = new AbortController()
    asking = current
    panel.begin()
    const onEvent = (event: AnswerEvent) => {
      if (!current.signal.aborted) panel.add(event)
    }
    void readAnswer(url, question, { signal: current.signal, onEvent }).then((failure) => {
      if (asking !== current) return
      asking = undefined
      panel.end(failure)
    })
  }

  panel.onStop(() => {
    stop()
    panel.end(undefined)
  })
  panel.onAgain(ask)
  panel.onBack(() => {
    showResults()
    input.focus()
  })
  button.addEventListener('click', ask)
  input.addEventListener('input', offer)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || isComposing(event)) return
    // Without results, the Enter key has nothing to open.
    const hasNone = find('.search-none', dialog)?.hidden === false
    if (!event.metaKey && !event.ctrlKey && !hasNone) return
    // The key would otherwise press the button that gets the focus.
    event.preventDefault()
    ask()
  })
  dialog.addEventListener('close', () => {
    if (asking !== undefined) showResults()
  })
  return { ask, offer }
}

type Labels = AskOptions['labels']

/** The answer with its sources, and the buttons below it. */
function answerPanel(labels: Labels) {
  const text = createElement('div', 'answer-text')
  const sources = createElement('div', 'answer-sources')
  const status = createElement('p', 'answer-status')
  status.role = 'status'
  const [stop, again, back] = [labels.stop, labels.again, labels.back].map(smallButton) as [
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
  ]
  const actions = createElement('div', 'answer-actions', stop, again, back)
  const scroller = createElement('div', 'answer-scroller', text, sources, status)
  Object.assign(scroller, { role: 'region', ariaLabel: labels.answer, tabIndex: -1 })
  const element = createElement('div', 'search-answer', scroller, actions)
  let markdown = ''
  let cited = new Map<number, Source>()
  let frame = 0

  const render = () => {
    frame = 0
    text.replaceChildren(...answerElements(markdown, cited))
  }
  const finish = (message: string, mayRepeat: boolean) => {
    const hadFocus = document.activeElement === stop
    cancelAnimationFrame(frame)
    render()
    sources.replaceChildren(...sourceList(cited, labels.sources))
    status.textContent = message
    scroller.ariaBusy = 'false'
    stop.hidden = true
    again.hidden = !mayRepeat
    if (hadFocus) scroller.focus({ preventScroll: true })
  }
  const reset = () => {
    markdown = ''
    cited = new Map()
  }
  return {
    element,
    begin() {
      reset()
      text.replaceChildren()
      sources.replaceChildren()
      status.textContent = labels.waiting
      scroller.ariaBusy = 'true'
      scroller.scrollTop = 0
      stop.hidden = false
      again.hidden = true
      stop.focus()
    },
    add(event: AnswerEvent) {
      if ('text' in event) markdown += event.text
      if ('source' in event) {
        cited.set(event.source.number, event.source)
        markdown += citationMark(event.source)
      }
      if ('none' in event) return finish(labels.none, false)
      status.textContent = ''
      frame ||= requestAnimationFrame(render)
    },
    end(failure: 'failed' | 'tooMany' | 'tooLong' | 'brokeOff' | undefined) {
      if (failure !== undefined) return finish(labels[failure], failure !== 'tooLong')
      // Without any text, the status already says that no page is about it.
      if (markdown !== '') finish(labels.note, false)
      else if (!stop.hidden) finish('', true)
    },
    fail(failure: 'tooLong') {
      reset()
      finish(labels[failure], false)
    },
    onStop: (listener: () => void) => stop.addEventListener('click', listener),
    onAgain: (listener: () => void) => again.addEventListener('click', listener),
    onBack: (listener: () => void) => back.addEventListener('click', listener),
  }
}

function smallButton(label: string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button is-small'
  button.textContent = label
  return button
}
