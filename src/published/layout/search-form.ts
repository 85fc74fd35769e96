import type { Element } from 'hast'
import { h } from 'hastscript'
import type { AskOptions, ReaderSite } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The search field in the header. Without the script it is a form that opens the results page. */
export function searchForm(site: ReaderSite): Element {
  const texts = textsOf(site.locale)
  return h('form.search-form', { role: 'search', action: site.searchUrl, method: 'get' }, [
    h('label.vh', { for: '~q' }, texts.search),
    icon('search'),
    h('input#~q', { type: 'search', name: 'q', placeholder: texts.search, autoComplete: 'off' }),
    h('kbd.needs-js', { ariaHidden: 'true' }, h('bdi', { dir: 'ltr' }, '⌘ K')),
    submit(texts),
  ])
}

/** A second search field in the content of a page, with a prefilled query. */
export function searchAgainForm(site: ReaderSite, label: string, query: string): Element {
  const texts = textsOf(site.locale)
  return h(
    'form.search-form',
    { role: 'search', ariaLabel: texts.searchAgain, action: site.searchUrl, method: 'get' },
    [
      h('label.vh', { for: '~q2' }, label),
      icon('search'),
      h('input#~q2', { type: 'search', name: 'q', value: query, autoComplete: 'off' }),
      submit(texts),
    ],
  )
}

/** The dialog that the script opens; data attributes contain labels for the script. */
export function searchDialog(site: ReaderSite): Element {
  const texts = textsOf(site.locale)
  const labels = {
    'data-search': site.searchUrl,
    'data-none': texts.searchNone,
    'data-failed': texts.searchFailed,
    'data-count': texts.searchCount,
    'data-corrected': texts.searchCorrected,
    'data-others': texts.searchOthers,
  }
  const ask = site.askUrl === undefined ? {} : { 'data-ask': askOptions(site.askUrl, texts) }
  return h('dialog.search', { ariaLabel: texts.searchDialog, ...labels, ...ask }, [
    h('div.search-field', [
      icon('search'),
      h('input', {
        type: 'text',
        role: 'combobox',
        ariaExpanded: 'false',
        ariaControls: '~search-results',
        ariaAutoComplete: 'list',
        ariaLabel: texts.search,
        placeholder: texts.search,
        autoComplete: 'off',
        spellCheck: 'false',
      }),
      h('form', { method: 'dialog' }, [
        h('button.icon-button', { type: 'submit', ariaLabel: texts.searchClose }, icon('close')),
      ]),
    ]),
    h('p.search-corrected', { hidden: true }),
    h('div#~search-results.search-results', {
      role: 'listbox',
      ariaLabel: texts.searchResults,
      tabIndex: -1,
      hidden: true,
    }),
    h('p.search-none', { hidden: true }),
    h('div.search-foot', [
      h('div', [
        h('span', [h('kbd', '↑'), h('kbd', '↓'), ` ${texts.searchMove}`]),
        h('span', [h('kbd', '↵'), ` ${texts.searchOpen}`]),
        h('span', [h('kbd', 'esc'), ` ${texts.searchEscape}`]),
      ]),
      h('span.search-count'),
    ]),
  ])
}

/** What the script needs to ask questions, which it loads when the dialog is opened. */
const askOptions = (url: string, texts: Texts): string => {
  const labels: AskOptions['labels'] = {
    question: texts.askQuestion,
    answer: texts.askAnswer,
    waiting: texts.askWaiting,
    stop: texts.askStop,
    sources: texts.askSources,
    note: texts.askNote,
    none: texts.askNone,
    failed: texts.askFailed,
    brokeOff: texts.askBrokeOff,
    tooMany: texts.askTooMany,
    tooLong: texts.askTooLong,
    again: texts.askAgain,
    back: texts.askBack,
  }
  return JSON.stringify({ url, labels } satisfies AskOptions)
}

/** The Enter key submits the form; the button is for assistive technology and not in the tab order. */
function submit(texts: Texts): Element {
  return h('button.vh', { type: 'submit', tabIndex: -1 }, texts.searchSubmit)
}
