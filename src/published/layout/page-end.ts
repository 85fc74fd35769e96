import type { Element } from 'hast'
import { h } from 'hastscript'
import { sentence } from '../html.ts'
import type { Page } from '../model.ts'
import type { Texts } from '../texts/english.ts'
import { dateInWords, textsOf } from '../texts/texts.ts'
import { icon } from './icons.ts'

/** What follows the text: the question, the date, the pages before and after. */
export function pageEnd(page: Page, locale: string): Element[] {
  const texts = textsOf(locale)
  const parts = [...question(page, texts), ...facts(page, locale, texts), ...neighbours(page, texts)]
  return parts.length ? [h('div.after', parts)] : []
}

function question({ feedbackHref }: Page, texts: Texts): Element[] {
  if (!feedbackHref) return []
  const words = {
    'data-why': texts.helpfulWhy,
    'data-send': texts.helpfulSend,
    'data-thanks': texts.helpfulThanks,
    'data-failed': texts.helpfulFailed,
  }
  const answers = [
    { value: 'good', title: texts.helpfulYes },
    { value: 'ok', title: texts.helpfulPartly },
    { value: 'bad', title: texts.helpfulNo },
  ].map(({ value, title }) => h('button.button.is-small', { type: 'submit', name: 'rating', value }, title))
  return [
    h('form.helpful', { method: 'post', action: feedbackHref, ...words }, [
      h('fieldset', [h('legend', texts.helpful), h('span.answers', answers)]),
    ]),
  ]
}

function facts({ updatedAt, editHref, editing }: Page, locale: string, texts: Texts): Element[] {
  const words = updatedAt ? dateInWords(updatedAt, locale) : null
  const time = words && updatedAt ? h('time', { dateTime: updatedAt.slice(0, 10) }, words) : null
  const updated = time ? [h('span', sentence(texts.updated, 'date', time))] : []
  const edit = editHref ? [h('a', { href: editHref }, [icon('pencil', 'i i-s'), texts.edit])] : []
  const parts = [...updated, ...edit, ...(editing && edit.length === 0 ? [forMembers(editing, texts)] : [])]
  return parts.length ? [h('div.facts', parts)] : []
}

/** Shown by the script to whom it leads somewhere. */
function forMembers({ space, page }: NonNullable<Page['editing']>, texts: Texts): Element {
  const asks = { hidden: true, 'data-space': space, 'data-page': page }
  return h('a.edit-page', asks, [icon('pencil', 'i i-s'), texts.edit])
}

function neighbours({ prev, next }: Page, texts: Texts): Element[] {
  if (!prev && !next) return []
  const link = (rel: 'prev' | 'next', href: string, word: string, title: string) =>
    h('a', { href, rel }, [word, h('strong', title)])
  return [
    h('nav.turn', { ariaLabel: texts.turn }, [
      ...(prev ? [link('prev', prev.href, texts.previous, prev.title)] : []),
      ...(next ? [link('next', next.href, texts.next, next.title)] : []),
    ]),
  ]
}
