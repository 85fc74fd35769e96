import { type CellLink, cellWithLinks, linksIn } from '#markup/visual/value-cells.ts'
import { type LinkContext, resolveImage, resolveLink } from '../../../components/page-text/page-links.ts'
import { searchPages } from '../page-completions.ts'
import { addUpload } from './cell-upload.ts'
import styles from './grid.module.css'
import { button, element } from './node-fields.ts'
import type { ValueControl, ValueOptions } from './value-controls.ts'

const MAX_CHOICES = 200
let listCount = 0

/** Links to files, images or pages, with a field that adds one by its name or address. */
export function linksControl(options: ValueOptions): ValueControl {
  const { column, place, onChange } = options
  const noun = { files: 'file', image: 'image' }[column.type] ?? 'page'
  let html = ''
  const links = element('span', styles.links ?? '')
  const list = element('datalist', '')
  list.id = `value-choices-${++listCount}`
  const field = element('input', `visual-field ${styles.add}`)
  field.ariaLabel = column.title === '' ? `Add a ${noun}` : `Add a ${noun} to ${column.title}`
  field.placeholder = `Add ${noun === 'image' ? 'an' : 'a'} ${noun}`
  field.autocomplete = 'off'
  field.setAttribute('list', list.id)
  const choices = () => choicesOf(noun, field.value, place())
  const showChoices = () => list.replaceChildren(...choices().map(({ label }) => new Option(label, label)))
  field.addEventListener('focus', showChoices)
  const add = (isDone: boolean) => {
    const text = field.value.trim()
    const link = choices().find(({ label }) => label === text) ?? (isDone ? addressIn(text) : undefined)
    if (link === undefined) return
    field.value = ''
    onChange(cellWithLinks(html, [...linksIn(html), link]))
  }
  // A choice from the list is complete; an address is once Enter is pressed.
  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent) || event.inputType === 'insertReplacementText') add(false)
    showChoices()
  })
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add(true)
  })
  const dom = element('span', styles.linksCell ?? '', [links, field, list])
  if (noun !== 'page') addUpload(dom, field, options)
  return {
    dom,
    show: (next) => {
      html = next
      const all = linksIn(html)
      links.replaceChildren(
        ...all.map((link, index) => {
          const { name, dom: shown } = shownLink(link, noun, place())
          const remove = button('×', styles.remove ?? '', () =>
            onChange(cellWithLinks(html, all.toSpliced(index, 1))),
          )
          remove.ariaLabel = `Remove ${name}`
          return element('span', styles.linkItem ?? '', [shown, remove])
        }),
      )
    },
  }
}

function shownLink(
  { address, label }: CellLink,
  noun: string,
  place: LinkContext,
): { name: string; dom: HTMLElement } {
  const name = resolveLink(address, place).title ?? (label || address)
  const src = noun === 'image' ? resolveImage(address, place)?.src : undefined
  if (src === undefined) return { name, dom: element('span', 'truncate', [document.createTextNode(name)]) }
  const image = element('img', styles.image ?? '')
  image.src = src
  image.alt = name
  return { name, dom: image }
}

function choicesOf(noun: string, text: string, place: LinkContext): CellLink[] {
  if (noun === 'page')
    return searchPages(place.index, text).map(({ title, address }) => ({ label: title, address }))
  return [...place.files.values()]
    .filter(({ contentType }) => noun === 'file' || contentType.startsWith('image/'))
    .slice(0, MAX_CHOICES)
    .map(({ id, name }) => ({ label: name, address: `/files/${id}` }))
}

const addressIn = (text: string): CellLink | undefined =>
  /^(?:https?:\/\/|\/|\.)\S+$/i.test(text) ? { label: text, address: text } : undefined
