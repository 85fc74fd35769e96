import { allPages, type ModelPage, removePage } from './model.ts'

/** A seeded random number generator. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** One edit of one page. Each page is edited at most once, so that requests do not conflict. */
export type Edit =
  | { readonly kind: 'append'; readonly key: string; readonly to: string }
  | { readonly kind: 'app-link' | 'begin' | 'word' | 'delete'; readonly key: string }
  | { readonly kind: 'rename' | 'slug'; readonly key: string; readonly name: string }
  | { readonly kind: 'move'; readonly key: string; readonly into: string }
  | { readonly kind: 'insert'; readonly key: string; readonly into: string; readonly name: string }

const kinds = [
  'append',
  'word',
  'begin',
  'rename',
  'move',
  'append',
  'delete',
  'insert',
  'slug',
  'app-link',
] as const

/** Picks 50 random edits for 10 requests; no page is edited twice. */
export function randomEdits(pages: readonly ModelPage[], random: (below: number) => number): Edit[] {
  const [, ...others] = allPages(pages)
  const leaves = others.filter(({ children, text }) => children.length === 0 && text !== '')
  const take = (from: ModelPage[]): string => from.splice(random(from.length), 1)[0]?.key ?? ''
  const folders = others.filter(({ children }) => children.length > 0)
  return Array.from({ length: 50 }, (_, index): Edit => {
    const kind = kinds[index % kinds.length] ?? 'word'
    if (kind === 'insert')
      return { kind, key: `new-${index}`, into: take(folders), name: `New page ${index}` }
    const key = take(leaves)
    if (kind === 'append') return { kind, key, to: take(leaves) }
    if (kind === 'move') return { kind, key, into: take(folders) }
    if (kind === 'rename') return { kind, key, name: `Renamed *${index}*` }
    if (kind === 'slug') return { kind, key, name: `slug-${index}` }
    return { kind, key }
  })
}

export type LinkTargets = { readonly link: (key: string) => string; readonly app: string }

/** The text after an edit, for the model and for texts of the service. */
export function textAfter(text: string, edit: Edit, { link, app }: LinkTargets): string {
  const append = (words: string) => `${text.trimEnd()}\n\n${words}\n`
  if (edit.kind === 'append') return append(`See [another page](${link(edit.to)}).`)
  if (edit.kind === 'app-link') return append(`Also [in the application](${app}).`)
  if (edit.kind === 'begin') return `A word before all others.\n\n${text}`
  if (edit.kind === 'word') return text.replace(/Fluentd|plugin|the/, 'EDITED')
  return text
}

export const newText = ({ name }: { readonly name: string }): string => `The text of ${name}.\n`

/** Applies an edit to the model. */
export function applyEdit(pages: ModelPage[], edit: Edit, targets: LinkTargets): void {
  const find = (key: string): ModelPage => {
    const page = allPages(pages).find((page) => page.key === key)
    if (page === undefined) throw new Error(`The model has no ${key}`)
    return page
  }
  if (edit.kind === 'insert') {
    const slug = edit.name.toLowerCase().replaceAll(' ', '-')
    find(edit.into).children.push({
      key: edit.key,
      title: edit.name,
      slug,
      text: newText(edit),
      children: [],
    })
    return
  }
  if (edit.kind === 'delete') return void removePage(pages, edit.key)
  const page = find(edit.key)
  page.text = textAfter(page.text, edit, targets)
  if (edit.kind === 'rename') page.title = edit.name
  if (edit.kind === 'slug') page.slug = edit.name
  if (edit.kind !== 'move') return
  removePage(pages, edit.key)
  find(edit.into).children.push(page)
}
