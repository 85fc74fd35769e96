import type { Element } from 'hast'
import { h } from 'hastscript'
import type { Switcher } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** The choices above the page tree. A choice of one is none. */
export function switchers(all: readonly Switcher[], locale: string): Element[] {
  const menus = all.filter((one) => one.options.length > 1).map((one) => menu(one, textsOf(locale)))
  return menus.length ? [h('div.pick', menus)] : []
}

function menu({ kind, options }: Switcher, texts: Texts): Element {
  const label = kind === 'language' ? texts.language : texts.version
  const current = options.find((option) => option.current) ?? options[0]
  return h('details.menu', [
    h('summary', [h('span.vh', `${label}: `), `${current?.title ?? ''} `, icon('down', 'i i-s')]),
    h(
      'ul.menu-list',
      options.map((option) => h('li', choice(option))),
    ),
  ])
}

function choice({ href, title, description, lang, current }: Switcher['options'][number]): Element {
  const language = lang ? { lang, hrefLang: lang } : {}
  return h('a', { href, ...language, ...(current ? { ariaCurrent: 'true' } : {}) }, [
    title,
    ...(current ? [icon('check')] : []),
    ...(description ? [h('small', description)] : []),
  ])
}
