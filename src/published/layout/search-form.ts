import type { Element } from 'hast'
import { h } from 'hastscript'
import type { ReaderSite } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The field of the header. Without the script it is a form that leads to the page of results. */
export function searchForm(site: ReaderSite): Element {
  const texts = textsOf(site.locale)
  return h('form.find', { role: 'search', action: site.searchUrl, method: 'get' }, [
    h('label.vh', { for: 'q' }, texts.search),
    icon('search'),
    h('input#q', { type: 'search', name: 'q', placeholder: texts.search, autoComplete: 'off' }),
    h('kbd.needs-js', { ariaHidden: 'true' }, h('bdi', { dir: 'ltr' }, '⌘ K')),
    submit(texts),
  ])
}

/** A second field in the text of a page that says one thing, with words in it already. */
export function searchAgainForm(site: ReaderSite, label: string, query: string): Element {
  const texts = textsOf(site.locale)
  return h(
    'form.find',
    { role: 'search', ariaLabel: texts.searchAgain, action: site.searchUrl, method: 'get' },
    [
      h('label.vh', { for: 'q2' }, label),
      icon('search'),
      h('input#q2', { type: 'search', name: 'q', value: query, autoComplete: 'off' }),
      submit(texts),
    ],
  )
}

/** The dialog that the script opens; its words for the script stand in data attributes. */
export function searchDialog(site: ReaderSite): Element {
  const texts = textsOf(site.locale)
  const words = {
    'data-search': site.searchUrl,
    'data-none': texts.searchNone,
    'data-failed': texts.searchFailed,
    'data-count': texts.searchCount,
  }
  return h('dialog.search', { ariaLabel: texts.searchDialog, ...words }, [
    h('div.search-field', [
      icon('search'),
      h('input', {
        type: 'text',
        role: 'combobox',
        ariaExpanded: 'false',
        ariaControls: 'found',
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
    h('div#found.found', { role: 'listbox', ariaLabel: texts.searchResults, tabIndex: -1, hidden: true }),
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

/** Enter sends the form; the button is for those who look for one, and no stop for the tabulator. */
function submit(texts: Texts): Element {
  return h('button.vh', { type: 'submit', tabIndex: -1 }, texts.searchSubmit)
}
