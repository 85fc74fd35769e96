import { splitAtMatches } from '#markup/search-matches.ts'
import { markedHref } from '../marked-href.ts'
import type { SearchResult, SearchResults } from '../model.ts'
import { announce, createElement, find, findAll, isComposing, targetElement } from './dom.ts'
import { trackSearch, trackSearchOpened } from './insights.ts'

/** The search field in the header opens a dialog, and so do ⌘K, Ctrl K and `/`. */
export function enableSearchDialog(): void {
  const dialog = find<HTMLDialogElement>('dialog.search')
  const input = dialog && find<HTMLInputElement>('input', dialog)
  if (!dialog || !input) return
  const results = resultList(dialog, input)
  const sendSearch = debouncedSearch(input, dialog.dataset.search ?? '', results)
  const search = () => {
    results.wait()
    sendSearch()
  }
  onSearchOpened((typed, asks) => {
    if (!dialog.open) {
      dialog.showModal()
      trackSearchOpened()
    }
    if (typed) input.value = typed
    input.focus()
    if (typed) search()
    else input.select()
    if (dialog.dataset.ask)
      void import('./ask/ask.ts').then(({ openAsk }) => openAsk(dialog, input, asks === true))
  })
  input.addEventListener('input', search)
  input.addEventListener('keydown', (event) => {
    // With ⌘ or Ctrl, the Enter key asks instead. It also confirms Japanese and Chinese words.
    if (
      !isComposing(event) &&
      !event.defaultPrevented &&
      !(dialog.dataset.ask && (event.metaKey || event.ctrlKey))
    )
      results.move(event)
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}

/** Calls `open` with the text that was typed into the header field before the dialog opened, or that of a button. */
function onSearchOpened(open: (typed: string, asks?: boolean) => void): void {
  for (const field of findAll<HTMLInputElement>('.head .search-form input')) {
    field.addEventListener('click', () => open(''))
    field.addEventListener('input', () => {
      open(field.value)
      field.value = ''
    })
  }
  addEventListener('click', (event) => {
    const button = targetElement(event)?.closest<HTMLElement>('a[data-search-query]')
    if (!button || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open(button.dataset.searchQuery ?? '', 'ask' in button.dataset)
  })
  addEventListener('keydown', (event) => {
    const isCommand = event.key === 'k' && (event.metaKey || event.ctrlKey)
    if (!isCommand && (event.key !== '/' || isTyping(event))) return
    event.preventDefault()
    open('')
  })
}

function isTyping(event: Event): boolean {
  const target = targetElement(event)
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}

/** The list box of the dialog: shows results and navigates them by keyboard while the input keeps the focus. */
function resultList(dialog: HTMLDialogElement, input: HTMLInputElement) {
  const labels = dialog.dataset
  const list = find('.search-results', dialog)
  const message = find('.search-none', dialog)
  const count = find('.search-count', dialog)
  const note = find('.search-corrected', dialog)

  let isPending = false
  let opensFirst = false

  const show = ({ pages, others, corrected }: SearchResults, query: string) => {
    const rows = [...pages, ...others]
    const hasRows = rows.length > 0
    list?.replaceChildren(...resultRows(pages, others, corrected ?? query, labels.others ?? ''))
    setText(note, corrected ? fillPlural(labels.corrected, { query: corrected }) : '')
    list?.toggleAttribute('hidden', !hasRows)
    input.ariaExpanded = String(hasRows)
    const options = optionsIn(dialog)
    selectOption(input, options, options[0])
    const summary = fillPlural(labels.count, { results: options.length, pages: rows.length })
    const none = fillPlural(labels.none, { query })
    setText(count, hasRows ? summary : '')
    setText(message, query && !hasRows ? none : '')
    if (query) announce(hasRows ? [note?.textContent, summary].filter(Boolean).join('. ') : none)
    isPending = false
    if (opensFirst && dialog.open) options[0]?.click()
  }
  const handler: SearchHandler = {
    show,
    fail() {
      show(NO_RESULTS, '')
      setText(message, labels.failed ?? '')
      announce(labels.failed)
    },
  }
  return {
    ...handler,
    /** The rows on screen are those of an earlier query. */
    wait() {
      isPending = true
      opensFirst = false
    },
    move(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !isPending) return move(event, input, optionsIn(dialog))
      // The first result of the query opens once it is there.
      opensFirst = true
      event.stopImmediatePropagation()
    },
  }
}

function move(event: KeyboardEvent, input: HTMLInputElement, options: readonly HTMLElement[]): void {
  const at = options.findIndex((option) => option.ariaSelected === 'true')
  if (event.key === 'Enter') options[at]?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  selectOption(input, options, options.at((at + step) % options.length))
}

function selectOption(
  input: HTMLInputElement,
  options: readonly HTMLElement[],
  selected: HTMLElement | undefined,
): void {
  for (const option of options) option.ariaSelected = String(option === selected)
  if (selected) input.setAttribute('aria-activedescendant', selected.id)
  else input.removeAttribute('aria-activedescendant')
  selected?.scrollIntoView({ block: 'nearest' })
}

const optionsIn = (dialog: HTMLElement) => findAll('[role="option"]', dialog)

function setText(element: HTMLElement | null, text: string): void {
  if (!element) return
  element.textContent = text
  if (element.matches('p')) element.hidden = text === ''
}

/** Replaces `{name}` with a value, and `{name|one|many}` with a number and its singular or plural. */
function fillPlural(text: string | undefined, values: Record<string, string | number>): string {
  return (text ?? '').replace(
    /\{(\w+)(?:\|([^|}]+)\|([^}]+))?\}/g,
    (_, name: string, one?: string, many?: string) =>
      one === undefined ? String(values[name] ?? '') : `${values[name]} ${values[name] === 1 ? one : many}`,
  )
}

/** Pause after the last keystroke before a search is sent. */
const DEBOUNCE_MS = 120

const NO_RESULTS: SearchResults = { pages: [], others: [] }

/** Handles the results or the failure of a search. */
type SearchHandler = {
  show(rows: SearchResults, query: string): void
  fail(): void
}

/** Returns a function to call on every keystroke. Only the results of the last query are shown. */
function debouncedSearch(input: HTMLInputElement, address: string, handler: SearchHandler): () => void {
  let timer = 0
  let request = new AbortController()
  const search = async () => {
    request.abort()
    request = new AbortController()
    const query = input.value.trim()
    if (!query) {
      handler.show(NO_RESULTS, '')
      return
    }
    const { signal } = request
    const results = await fetchResults(address, query, signal)
    if (signal.aborted) return
    if (results) {
      handler.show(results, query)
      trackSearch(query, results.pages.length + results.others.length)
    } else handler.fail()
  }
  return () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void search(), DEBOUNCE_MS)
  }
}

async function fetchResults(
  address: string,
  query: string,
  signal: AbortSignal,
): Promise<SearchResults | null> {
  try {
    const headers = { accept: 'application/json' }
    const response = await fetch(`${address}?${new URLSearchParams({ q: query, from: location.pathname })}`, {
      headers,
      signal,
    })
    return response.ok ? await response.json() : null
  } catch {
    // The network failed, or a newer query aborted this one.
    return null
  }
}

/** The rows of the dialog: a group per page, with the page and its matching sections; other variants are last. */
function resultRows(
  pages: readonly SearchResult[],
  others: readonly SearchResult[],
  query: string,
  othersLabel: string,
): HTMLElement[] {
  let number = 0
  const option = (className: string, href: string, ...children: (Node | string)[]) => {
    const link = createElement('a', className, ...children)
    number += 1
    Object.assign(link, {
      id: `~search-result-${number}`,
      role: 'option',
      href: markedHref(href, query),
      tabIndex: -1,
      ariaSelected: 'false',
    })
    return link
  }
  const sectionOption = (section: SearchResult['sections'][number]) => {
    const title = section.title
      ? [createElement('strong', '', ...highlightMatches(section.title, query))]
      : []
    const excerpt = section.excerpt
      ? [createElement('p', '', ...highlightMatches(section.excerpt, query))]
      : []
    return option('result-section', section.href, ...title, ...excerpt)
  }
  const groupOf = (row: SearchResult, label: string) => {
    const title = createElement('strong', '', ...highlightMatches(row.title, query))
    const where = createElement('span', 'result-path', row.breadcrumbs.join(', '))
    const page = option('result-page', row.href, pageIcon(), title, where)
    const group = createElement('div', 'search-result', page, ...row.sections.map(sectionOption))
    group.role = 'group'
    group.ariaLabel = label
    return group
  }
  const title = createElement('p', 'result-others', othersLabel)
  title.ariaHidden = 'true'
  return [
    ...pages.map((row) => groupOf(row, row.title)),
    ...(others.length ? [title] : []),
    ...others.map((row) => groupOf(row, `${row.title}, ${othersLabel}`)),
  ]
}

function highlightMatches(text: string, query: string): (Node | string)[] {
  return splitAtMatches(text, query).map((piece) =>
    piece.isMatch ? createElement('mark', '', piece.text) : piece.text,
  )
}

const pageShape =
  'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z'

function pageIcon(): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const icon = document.createElementNS(space, 'svg')
  icon.setAttribute('class', 'i i-s')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', `${pageShape}M14 2v5a1 1 0 0 0 1 1h5M10 9H8M16 13H8M16 17H8`)
  icon.append(path)
  return icon
}
